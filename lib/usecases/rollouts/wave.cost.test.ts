// What a wave writes: by how many clusters get the version, only that it touched them.
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect, type Connection } from '#db/connection.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import {
  announce,
  followVersions,
  rollOut,
  rollout,
  saveEnvironments,
  step,
} from '#lib/http/testing/rollouts.ts'

let owner: Connection
beforeAll(async () => {
  owner = await connect(inject('ownerUrl'))
})
afterAll(() => owner.close())

/** The change of a wave of all clusters of qa, which has so many more. */
async function releasedTo(clusters: number): Promise<{ api: TestApi; change: number }> {
  const api = await createTestApi()
  await saveEnvironments(api)
  const body = Array.from({ length: clusters }, (_, index) =>
    documentOf('cluster', {
      name: `more-${index}`,
      environment: 'qa',
      metadata: { region: 'east' },
    }),
  )
  const applied = await api.call('/apply', { body })
  expect(applied.status, applied.text).toBe(200)
  await api.call('/environments/qa', {
    method: 'PATCH',
    body: { waves: [{ name: 'rest' }] },
    headers: { 'if-match': '*' },
  })
  await followVersions(api)
  await announce(api, '1')
  const query = clusters > 100 ? `?confirmChanges=${clusters + 4}` : ''
  const started = await rollOut(api, 'qa', 'v1', { query })
  expect(started.status, started.text).toBe(201)
  await step(api, started.json.id)
  const [wave] = (await rollout(api, started.json.id)).waves
  expect(wave).toMatchObject({ state: 'released', clusters: clusters + 4 })
  return { api, change: wave.change }
}

/** By table, the rows that were written together with a change. */
async function writtenWith({
  api: { tenant },
  change,
}: Awaited<ReturnType<typeof releasedTo>>): Promise<Record<string, number>> {
  const { client } = owner
  const tables = await client<{ name: string }[]>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await client<{ rows: number }[]>`
      select count(*)::int as rows from ${client(name)} where tenant = ${tenant.id} and xmin =
        (select xmin from changes where tenant = ${tenant.id} and id = ${change})`
    if (row!.rows > 0) counts[name] = row!.rows
  }
  return counts
}

it('writes a row for each cluster, by which its changes are found, and else as many for 2,000 as for 20', async () => {
  const [few, many] = [
    await writtenWith(await releasedTo(20)),
    await writtenWith(await releasedTo(2_000)),
  ]
  expect(few).toMatchObject({ changes: 1, releases: 2, rollouts: 1, rollout_waves: 1 })
  const { change_objects: fewObjects, ...fewOthers } = few
  const { change_objects: manyObjects, ...manyOthers } = many
  expect(manyObjects! - fewObjects!).toBe(1_980)
  expect(manyOthers).toEqual(fewOthers)
})
