// Rollouts of long ago are forgotten, and nothing that still counts is forgotten with them.
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROLLOUTS_KEPT } from '#db/queries/forget-rollouts.ts'
import { readSucceeded } from '#db/queries/successes.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import {
  act,
  announce,
  followVersions,
  rollOut,
  saveEnvironments,
} from '#lib/http/testing/rollouts.ts'
import { maintain } from './maintenance.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { carryOn } from './testing/rollouts.ts'

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await saveEnvironments(publisher)
  await followVersions(publisher)
  for (const digit of ['1', '2']) await announce(publisher, digit)
  await publisher.publish()
})
afterEach(async () => {
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

async function completed(version: string): Promise<number> {
  const answer = await rollOut(publisher, 'qa', version)
  expect(answer.status, answer.text).toBe(201)
  await carryOn(publisher)
  return answer.json.id
}

/** As if it had been a year ago, with as many newer ones as are kept. */
const passYear = () =>
  publisher.inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`
      update rollouts set ended_at = ended_at - interval '1 year' where tenant = ${tenant}`)
    await tx.execute(sql`
      insert into rollouts select (jsonb_populate_record(r, jsonb_build_object(
        'id', r.id + n, 'state', 'aborted', 'rolls_back', null, 'ended_at', now()))).*
      from rollouts r, generate_series(1, ${ROLLOUTS_KEPT}::int) n
      where r.tenant = ${tenant} and r.id = (select max(id) from rollouts where tenant = ${tenant})`)
  })

const statusOf = async (id: number) => (await publisher.call(`/rollouts/${id}`)).status
const succeeded = (version: number) =>
  publisher.inScope(async (scope) => {
    const rows = await readSucceeded(scope, [{ application: 1, from: version, to: version }])
    return rows.map(({ environment, at }) => ({ environment, at: at.toISOString() }))
  })
const rowsOf = (id: number) =>
  publisher.inScope(async ({ tx, tenant }) => {
    const [row] = await tx.execute<{ rows: string }>(sql`
      select (select count(*) from rollout_waves where tenant = ${tenant} and rollout = ${id})
        + (select count(*) from rollout_events where tenant = ${tenant} and rollout = ${id}) as rows`)
    return Number(row!.rows)
  })

it('rollouts of long ago are forgotten with all that happened to them, but not that their version succeeded', async () => {
  const first = await completed('v1')
  await completed('v2')
  await passYear()
  const before = await succeeded(1)
  expect(before).toMatchObject([{ environment: 'qa' }])
  await maintain(publisher.world)
  expect(await statusOf(first)).toBe(404)
  expect(await rowsOf(first)).toBe(0)
  expect(await succeeded(1)).toEqual(before)
  expect((await rollOut(publisher, 'prod', 'v1', { query: '?dryRun=true' })).json.stops).toEqual([])
  await maintain(publisher.world)
  expect(await succeeded(1)).toEqual(before)
})

it('those that are young, or among the newest, stay', async () => {
  const first = await completed('v1')
  await completed('v2')
  await maintain(publisher.world)
  expect(await statusOf(first)).toBe(200)
  await passYear()
  await publisher.inScope(({ tx, tenant }) =>
    tx.execute(sql`
      update rollouts set ended_at = now() where tenant = ${tenant} and id = ${first}`),
  )
  await maintain(publisher.world)
  expect(await statusOf(first)).toBe(200)
})

it('the newest that is completed stays, however old, and can be rolled back', async () => {
  await completed('v1')
  const last = await completed('v2')
  await passYear()
  await maintain(publisher.world)
  expect(await statusOf(last)).toBe(200)
  expect((await act(publisher, last, 'rollback')).status).toBe(201)
})

it('one that was rolled back goes with the one that took it back, and its version never counts as a success', async () => {
  await completed('v1')
  const taken = await completed('v2')
  const back = (await act(publisher, taken, 'rollback')).json.id
  await carryOn(publisher)
  await passYear()
  await maintain(publisher.world)
  // Clusters have the release of the one that took it back.
  expect([await statusOf(taken), await statusOf(back)]).toEqual([200, 200])
  await completed('v1')
  await maintain(publisher.world)
  expect([await statusOf(taken), await statusOf(back)]).toEqual([404, 200])
  expect(await succeeded(2)).toEqual([])
  await maintain(publisher.world)
  expect(await statusOf(back)).toBe(404)
  expect(await succeeded(2)).toEqual([])
  expect((await rollOut(publisher, 'prod', 'v2')).json.code).toBe('not_eligible')
})
