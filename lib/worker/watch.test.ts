// Each tenant is looked at soon after something happened there, and a fault ends nothing.
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { createReporting, type Reporting } from '#lib/usecases/reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { BranchLocks } from './branch-lock.ts'
import { FleetHistory } from './fleet-history.ts'
import { ALERT_RULES, Watch } from './watch.ts'
import type { PublisherWorld } from './world.ts'

let world: Reporting
let locks: BranchLocks
beforeEach(async () => {
  world = await createReporting(1)
  await world.publish(commit('1'))
  locks = new BranchLocks(() => connect(inject('ownerUrl')))
})
afterEach(() => locks.close())

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
  await new Watch(worldOf(), ALERT_RULES).look()
  expect((await world.api.call('/alerts')).json.items).toMatchObject([{ state: 'firing' }])
})

it('looks again only when something happened, goes on after a fault, and looks nowhere without a rule', async () => {
  const seen: string[] = []
  const run = (_: unknown, { name }: { readonly name: string }) => {
    seen.push(name)
    return Promise.reject(new Error('on purpose'))
  }
  const watch = new Watch(worldOf(), { ...ALERT_RULES, run })
  await watch.look()
  expect(seen).toEqual([])
  await world.api.call('/alert-rules', { body: { name: 'unwell', state: ['degraded'] } })
  watch.doubt()
  await watch.look()
  await watch.look()
  expect(seen).toEqual([world.api.tenant.name])
  watch.doubt()
  await watch.look()
  expect(seen).toEqual([world.api.tenant.name, world.api.tenant.name])
})
