import { beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy, team } from '#lib/http/testing/bodies.ts'

type Row = Record<string, unknown>

/** Two applications on so many are more than is sorted at once. */
const CLUSTERS = 1100
const ANY = { 'if-match': '*' }

let api: TestApi
let changes: readonly number[]
let all: readonly Row[]

const STEPS: readonly (readonly [string, string, unknown])[] = [
  [
    'POST',
    '/apply',
    [
      documentOf('team', team),
      documentOf('application', application),
      documentOf('application', { ...application, name: 'app2' }),
      ...Array.from({ length: CLUSTERS }, (_, index) =>
        documentOf('cluster', { name: `c${index}`, metadata: { region: 'east' } }),
      ),
    ],
  ],
  ['POST', '/target-policies', policy],
  ['PATCH', '/applications/ieb/app1?confirmChanges=1100', { repo_branch: 'v2' }],
  ['PATCH', `/target-policies/${policy.name}?confirmRemovals=2200`, { suspended: true }],
  ['PATCH', `/target-policies/${policy.name}`, { suspended: false }],
]

beforeAll(async () => {
  api = await createTestApi()
  const made: number[] = []
  for (const [method, path, body] of STEPS) {
    const answer = await api.call(path, { method, body, headers: ANY })
    expect(answer.status, answer.text).toBeLessThan(300)
    made.push(Number(answer.headers.get('berth-change')))
  }
  changes = made
  all = await pagesOf('/history?sort=from', 1000)
})

async function pagesOf(path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = ''; next !== null;) {
    const { json } = await api.call(`${path}&limit=${limit}${next && `&continue=${next}`}`)
    rows.push(...json.items)
    expect(json.total).toBeGreaterThanOrEqual(rows.length)
    next = json.continue
    if (next === null) expect(json.total).toBe(rows.length)
  }
  return rows
}

it('is what it began and ended, page by page, from either end', async () => {
  for (const change of changes) {
    const moved = all.filter((row) => row['change'] === change || row['ended_by'] === change)
    expect(await pagesOf(`/history?sort=from&change=${change}`, 900)).toEqual(moved)
    const fromNewest = moved.toSorted((a, b) => Number(b['change']) - Number(a['change']))
    expect(await pagesOf(`/history?change=${change}`, 900)).toEqual(fromNewest)
  }
  const counts = changes.map(
    (change) => all.filter((row) => row['change'] === change || row['ended_by'] === change).length,
  )
  expect(counts).toEqual([0, 2200, 2200, 2200, 2200])
})
