// What the history says of what became of deployments on their clusters.
import { beforeEach, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createReporting, type Reporting } from '../reports/testing/reporting.ts'
import { commit, itemOf, minute, reportAt, rootAt, syncOf } from '../reports/testing/reports.ts'
import { ownSession } from '../session.ts'
import { listHistoryUseCase } from './list.ts'

/** After everything that the test has changed by now, which has the real time. */
const LATER = 90
const at = (minutes: number) => minute(LATER + minutes)

let world: Reporting
beforeEach(async () => {
  world = await createReporting(1)
  await world.publish(commit('1'))
})

/** The deployments of the application, oldest first. */
async function history(asked: Date | null = null) {
  const session = ownSession(world.api.tenant, actorOf({ role: 'reader' }))
  const page = { at: asked, filter: { descending: false }, after: null, limit: 10 }
  const { items } = await listHistoryUseCase.invoke(world.services, session, page)
  return items.map(({ version, pulledAt, syncedAt, healthyAt, outcome }) => ({
    version,
    pulledAt,
    syncedAt,
    healthyAt,
    outcome,
  }))
}

async function follow(branch: string, published: string | null) {
  const answer = await world.api.call('/applications/ieb/app1', {
    method: 'PATCH',
    body: { repo_branch: branch },
    headers: { 'If-Match': '*' },
  })
  expect(answer.status, answer.text).toBe(200)
  if (published !== null) await world.publish(commit(published))
}

async function send(minutes: number, root: string, given: Parameters<typeof itemOf>[1] = {}) {
  world.setClock(LATER + minutes)
  await world.send(reportAt(LATER + minutes, [rootAt(commit(root)), itemOf('app1', given)]))
}

const untold = { pulledAt: null, syncedAt: null, healthyAt: null }

it('tells when a deployment was pulled, synced and healthy', async () => {
  expect(await history()).toMatchObject([{ ...untold, outcome: 'unknown' }])
  await send(1, '1', { health: 'Progressing', sync: 'OutOfSync', phase: 'Running' })
  expect(await history()).toMatchObject([
    { pulledAt: at(1), syncedAt: null, healthyAt: null, outcome: 'in_progress' },
  ])
  await send(3, '1', { history: [syncOf(1, at(2))] })
  expect(await history()).toMatchObject([
    { pulledAt: at(1), syncedAt: at(2), healthyAt: at(3), outcome: 'succeeded' },
  ])
  // It did succeed, whatever comes later.
  await send(5, '1', { health: 'Degraded' })
  expect(await history()).toMatchObject([{ healthyAt: at(3), outcome: 'succeeded' }])
})

it('tells each version apart, and what was passed by', async () => {
  await send(1, '1', { history: [syncOf(1, at(1))] })
  await follow('v2', '2')
  expect((await history())[1]).toMatchObject({ version: 'v2', ...untold, outcome: 'in_progress' })
  await follow('v3', '3')
  await send(4, '3', { targetRevision: 'v3', health: 'Degraded', revision: commit('b') })
  expect(await history()).toMatchObject([
    { pulledAt: at(1), healthyAt: at(1), outcome: 'succeeded' },
    { version: 'v2', ...untold, outcome: 'superseded' },
    { version: 'v3', pulledAt: at(4), healthyAt: null, outcome: 'failed' },
  ])
  const sync = syncOf(2, at(5), commit('c'))
  await send(6, '3', { targetRevision: 'v3', revision: commit('c'), history: [sync] })
  expect((await history())[2]).toMatchObject({
    syncedAt: at(5),
    healthyAt: at(6),
    outcome: 'succeeded',
  })
})

it('tells that what stayed healthy since before what is kept succeeded', async () => {
  await send(1, '1')
  const owner = await connect(inject('ownerUrl'))
  await owner.client`delete from observed_turns where tenant = ${world.api.tenant.id}`
  await owner.close()
  expect(await history()).toMatchObject([{ healthyAt: at(1), outcome: 'succeeded' }])
})

it('knows nothing of what goes on where nobody is heard of, and tells what was known then', async () => {
  await send(1, '1', { health: 'Progressing' })
  world.setClock(LATER + 30)
  expect(await history()).toMatchObject([{ pulledAt: at(1), outcome: 'unknown' }])
  await send(31, '1')
  expect(await history()).toMatchObject([{ healthyAt: at(31), outcome: 'succeeded' }])
  expect(await history(at(2))).toMatchObject([
    { pulledAt: at(1), healthyAt: null, outcome: 'in_progress' },
  ])
})
