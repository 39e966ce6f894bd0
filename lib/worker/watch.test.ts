// Each tenant is looked at soon after something happened there, and a fault in one step ends no other.
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { BranchLocks } from './branch-lock.ts'
import { FleetHistory } from './fleet-history.ts'
import { Watch } from './watch.ts'
import type { PublisherWorld } from './world.ts'

let world: Reporting
let locks: BranchLocks
beforeEach(async () => {
  world = await createReporting(1)
  await world.publish(commit('1'))
  locks = new BranchLocks(() => connect(inject('ownerUrl')))
})
afterEach(() => locks.close())

const failing = () => Promise.reject(new Error('on purpose'))

const worldOf = () =>
  ({
    services: world.services,
    locks,
    fleets: new FleetHistory(),
    tenants: async () => [world.api.tenant],
  }) as unknown as PublisherWorld

it('looks at the alert rules of a tenant', async () => {
  await world.api.call('/alert-rules', {
    body: { name: 'unwell', state: ['degraded'], for: '0m' },
  })
  const now = (Date.now() - minute(0).getTime()) / 60_000
  world.setClock(now)
  await world.send(reportAt(now, [rootAt(commit('1')), itemOf('app1', { health: 'Degraded' })]))
  await new Watch(worldOf()).look()
  expect((await world.api.call('/alerts')).json.items).toMatchObject([{ state: 'firing' }])
})

it('looks again only when something happened, and goes on after a fault', async () => {
  const seen: string[] = []
  const note = (name: string) => async () => void seen.push(name)
  const steps = [
    { name: 'one', run: failing },
    { name: 'two', run: note('two') },
  ]
  const watch = new Watch(worldOf(), steps)
  await watch.look()
  await watch.look()
  expect(seen).toEqual(['two'])
  watch.doubt()
  await watch.look()
  expect(seen).toEqual(['two', 'two'])
})
