// An import of thousands of objects: what the change, the audit and the answer hold is bounded; the revisions have everything.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster, documentOf } from '#lib/http/testing/bodies.ts'
import { verifyTenantChain } from '#lib/usecases/audit/verify.ts'

const OBJECTS = 2_000
/** Enough for 100 edits in full, with the JSON around them. */
const KEPT_BYTES_MAX = 100 * 1024
const ANSWER_BYTES_MAX = 512 * 1024

let api: TestApi
let answer: Awaited<ReturnType<TestApi['call']>>

const documents = Array.from({ length: OBJECTS }, (_, index) =>
  documentOf('cluster', { ...cluster, name: `c-${String(index).padStart(5, '0')}` }),
)
const headers = { 'idempotency-key': 'wide' }

beforeAll(async () => {
  api = await createTestApi()
  answer = await api.call('/apply', { body: documents, headers })
})

async function rowsOf<Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) {
  return inTenant(api.database, api.tenant.id, (tx) => tx.execute<Row>(query), { readOnly: true })
}

async function bytesOf(table: string, column: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: number }>(
    sql`select max(length(${sql.raw(column)}::text)) as bytes from ${sql.raw(table)}
      where tenant = ${api.tenant.id}`,
  )
  return row!.bytes
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('an import of thousands of clusters', () => {
  it('is one change, and answers the first thousand with how many there are', () => {
    expect(answer.status).toBe(200)
    expect([answer.json.change, answer.json.objects.length, answer.json.total]).toEqual([
      1,
      1_000,
      OBJECTS,
    ])
    expect(answer.text.length).toBeLessThan(ANSWER_BYTES_MAX)
  })

  it('writes a revision of each, and what each has of labels, once', async () => {
    const [rows] = await rowsOf(sql`
      select (select count(*)::int from revisions where tenant = ${api.tenant.id}) as revisions,
        (select count(*)::int from cluster_branches where tenant = ${api.tenant.id}) as branches,
        (select count(distinct object)::int from labels where tenant = ${api.tenant.id}) as labelled,
        (select count(*)::int from changes where tenant = ${api.tenant.id}) as changes,
        (select count(*)::int from publications where tenant = ${api.tenant.id}) as publications`)
    expect(rows).toEqual({
      revisions: OBJECTS,
      branches: OBJECTS,
      labelled: OBJECTS,
      changes: 1,
      publications: 1,
    })
  })

  it('stores only a bounded part of itself in the change, in the audit and for a retry', async () => {
    expect(await bytesOf('changes', 'impact')).toBeLessThan(2_000)
    expect(await bytesOf('audit_events', 'details')).toBeLessThan(KEPT_BYTES_MAX)
    expect(await bytesOf('idempotency_keys', 'outcome')).toBeLessThan(2 * ANSWER_BYTES_MAX)
    const again = await api.call('/apply', { body: documents, headers })
    expect(again.text).toBe(answer.text)
  })

  it('is shown as a change with the first hundred of its objects and the number of all', async () => {
    const { json, text } = await api.call('/changes/1')
    expect([json.objects, json.edits.length]).toEqual([OBJECTS, 100])
    expect(json.edits[0]).toMatchObject({ object: { name: 'c-00000' }, before: null })
    expect(text.length).toBeLessThan(KEPT_BYTES_MAX)
  })

  it('is in the audit with a hash of all edits, which can be recomputed from the revisions', async () => {
    const { json } = await api.call('/audit?action=objects.apply')
    const [{ details }] = json.items
    expect([details.objects, details.edits.length]).toEqual([OBJECTS, 100])
    const listed: { object: string; after: Record<string, unknown> }[] = []
    for (let token = ''; listed.length < OBJECTS;) {
      const page = (await api.call(`/clusters?limit=1000${token}`)).json
      for (const { status: _, ...after } of page.items) {
        listed.push({ object: `cluster/${after.name}`, after })
      }
      token = `&continue=${page.continue}`
    }
    const hashes = listed.map(({ object, after }) =>
      sha256(JSON.stringify({ object, before: null, after })),
    )
    expect(details.sha256).toBe(sha256(hashes.sort().join('\n')))
    expect(await verifyTenantChain(api.database, api.tenant.id)).toMatchObject({ ok: true })
  })

  it('is previewed within the same bounds', async () => {
    const edited = documents.map((document, index) => ({
      ...document,
      spec: { ...document.spec, argocd_namespace: `argocd-${index % 7}` },
    }))
    const { json, text } = await api.call('/apply?dryRun=true', { body: edited })
    expect(json.files.modified).toBeGreaterThan(OBJECTS)
    expect(json.warnings).toHaveLength(101)
    expect(json.warnings[100]).toMatchObject({ code: 'warnings_left_out' })
    expect(text.length).toBeLessThan(KEPT_BYTES_MAX)
  })
})

describe('an import of clusters that each live on a branch of their own', () => {
  it('is shown with a bounded part of its branches, and the number of all', async () => {
    const apart = await createTestApi({ GITOPS_BRANCH: 'edge/{name}' })
    const body = documents.slice(0, 150)
    const preview = await apart.call('/apply?dryRun=true', { body })
    expect([preview.json.branches.length, preview.json.branchesTotal]).toEqual([100, 150])
    expect(await apart.call('/apply', { body })).toMatchObject({ status: 200 })
    const { json } = await apart.call('/changes/1')
    expect(json).toMatchObject({ state: 'pending', impact: { branchesTotal: 150, objects: 150 } })
    expect([json.publications.length, json.impact.branches.length]).toEqual([100, 100])
    expect(json.publications[0]).toMatchObject({ branch: 'edge/c-00000', state: 'pending' })
  })
})
