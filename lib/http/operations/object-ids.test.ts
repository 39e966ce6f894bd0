import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { kinds } from '#lib/http/testing/bodies.ts'

let api: TestApi
const ANY = { 'if-match': '*' }

beforeAll(async () => {
  api = await createTestApi()
  for (const kind of KINDS) await api.call(kinds[kind].collection, { body: kinds[kind].body })
})

async function idsOf(kind: string): Promise<number[]> {
  const rows = await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute<{ object: number }>(sql`
      select object from revisions where tenant = ${api.tenant.id} and kind = ${kind}
      group by object order by min(began), object`),
  )
  return rows.map(({ object }) => object)
}

async function idsOfOlderVersions(): Promise<Record<string, number>> {
  const [row] = await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute<Record<string, number>>(sql`
      select last_team as team, last_cluster as cluster, last_application as application,
        last_policy as "target-policy" from tenants where tenant = ${api.tenant.id}`),
  )
  return row!
}

describe('the ids of objects', () => {
  it('go on from the last of their kind, and a deleted object’s is never given again', async () => {
    const { body } = kinds.cluster
    await api.call('/clusters', { body: { ...body, name: 'second' } })
    await api.call('/clusters/second', { method: 'DELETE', headers: ANY })
    await api.call('/clusters', { body: { ...body, name: 'third' } })
    const documents = ['fourth', 'fifth'].map((name) => ({
      apiVersion: 'berth.dev/v1',
      kind: 'Cluster',
      metadata: { name },
    }))
    expect((await api.call('/apply', { body: documents })).status).toBe(200)
    expect(await idsOf('cluster')).toEqual([1, 2, 3, 4, 5])
    expect(await idsOf('application')).toEqual([1])
  })

  it('are known to processes of older versions, which count them beside the tenant', async () => {
    const noted = Object.entries(await idsOfOlderVersions())
    expect(noted).toHaveLength(4)
    for (const [kind, last] of noted) expect(last).toBe(Math.max(...(await idsOf(kind))))
  })
})
