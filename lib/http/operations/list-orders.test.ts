// Lists of objects that are sorted by several of their fields and labels.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 25)

type Row = {
  readonly name: string
  readonly namespace?: string
  readonly environment?: string
  readonly effect?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly status: { readonly change: number }
}

/** How a row is compared by one of its fields or labels. */
function valueOf(row: Row, by: string): string | number {
  if (by === 'since') return row.status.change
  if (by.startsWith('label:')) return row.metadata?.[by.slice('label:'.length)] ?? ''
  return String(Reflect.get(row, by) ?? '')
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** As the list says that it sorts: what is left equal by name and team, in the direction of what came last. */
function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const terms = sort.split(',')
  const direction = terms.at(-1)!.startsWith('-') ? '-' : ''
  const whole = [...terms, `${direction}name`, `${direction}namespace`]
  return rows.toSorted((a, b) => {
    for (const term of whole) {
      const by = term.replace(/^-/, '')
      const order = compare(valueOf(a, by), valueOf(b, by))
      if (order !== 0) return term.startsWith('-') ? -order : order
    }
    return 0
  })
}

let api: TestApi
let before: string

/** Few values, so that many rows are equal; some have none. */
beforeAll(async () => {
  api = await createTestApi()
  const regions = ['east', 'west', null]
  const clusters = Array.from({ length: 24 }, (_, index) => {
    const region = regions[index % 3]
    return documentOf('cluster', {
      name: `c${index}`,
      environment: ['prod', 'test', ''][(index % 5) % 3],
      metadata: { ...(region && { region }), tier: String(index % 2) },
    })
  })
  const owned = ['a', 'b', 'c'].flatMap((namespace) => [
    documentOf('team', { name: namespace }),
    ...['x', 'y', 'z'].map((name) =>
      documentOf('application', { ...application, name, namespace, metadata: { wave: name } }),
    ),
    ...['include', 'exclude'].map((effect) =>
      documentOf('target-policy', { ...policy, name: `${effect}-${namespace}`, effect, namespace }),
    ),
  ])
  const all = [...clusters, ...owned, documentOf('target-policy', policy)]
  for (let from = 0; from < all.length; from += 7) {
    expect((await api.call('/apply', { body: all.slice(from, from + 7) })).status).toBe(200)
  }
  before = new Date().toISOString()
  // What it was is another order than what it is.
  for (const index of [0, 1, 2, 3]) {
    const headers = { 'if-match': '*' }
    const body = { metadata: { region: 'north' } }
    await api.call(`/clusters/c${index}`, { method: 'PATCH', headers, body })
  }
})

async function pagesOf(path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  let token: string | null = ''
  while (token !== null) {
    const { json, status }: Awaited<ReturnType<TestApi['call']>> = await api.call(
      `${path}&limit=${limit}${token && `&continue=${token}`}`,
    )
    expect(status).toBe(200)
    rows.push(...json.items)
    token = json.continue
  }
  return rows
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/clusters': ['name', 'since', 'environment', 'label:region', 'label:tier', 'label:absent'],
  '/applications': ['name', 'since', 'namespace', 'label:wave'],
  '/target-policies': ['name', 'since', 'namespace', 'effect'],
}

describe('a list sorted by several columns', () => {
  it('joined from pages of any size is all of its rows as a plain sort has them, now and before', async () => {
    const lists = fc.constantFrom(...Object.keys(FIELDS)).chain((path) =>
      fc.record({
        path: fc.constant(path),
        sort: fc
          .uniqueArray(fc.tuple(fc.constantFrom(...FIELDS[path]!), fc.boolean()), {
            minLength: 1,
            maxLength: 4,
            selector: ([by]) => by,
          })
          .map((terms) => terms.map(([by, isDown]) => `${isDown ? '-' : ''}${by}`).join(',')),
        limit: fc.integer({ min: 3, max: 9 }),
        isPast: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(lists, async ({ path, sort, limit, isPast }) => {
        const at = isPast ? `&at=${before}` : ''
        const all = (await api.call(`${path}?limit=1000${at}`)).json.items
        expect(await pagesOf(`${path}?sort=${sort}${at}`, limit)).toEqual(sorted(all, sort))
      }),
      { numRuns },
    )
  })

  it.each([
    '/clusters?sort=label:',
    '/clusters?sort=namespace',
    '/teams?sort=label:region',
    '/clusters?sort=name,since,environment,label:a,label:b',
  ])('%s is refused by what it can be sorted by', async (path) => {
    expect(await api.call(path)).toMatchObject({ status: 400, json: { code: 'param_sort' } })
  })
})
