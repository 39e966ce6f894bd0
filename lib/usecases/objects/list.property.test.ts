// A list filtered by a selector contains exactly the objects that the selector matches, for every way in which the database
// is queried.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listObjects, type ObjectQuery } from '#db/queries/objects.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
/** Too many to be looked up one by one. */
const CLUSTERS = 700

const nameOf = (index: number) => `c${String(index).padStart(3, '0')}`

/** Most have the label `many`, few the label `few`. `shift` gives another state of the same clusters. */
function labelsOf(index: number, shift: number): Record<string, string> {
  const number = index + shift
  return {
    ...(number % 7 !== 0 && { many: number % 2 === 0 ? 'a' : 'b' }),
    ...(number % 90 === 0 && { few: 'a' }),
    third: ['a', 'b', 'c'][number % 3]!,
  }
}

const states = [0, 1].map((shift) =>
  Array.from({ length: CLUSTERS }, (_, index) => ({
    name: nameOf(index),
    labels: new Map(Object.entries({ ...labelsOf(index, shift), name: nameOf(index) })),
  })),
)

const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 })
const term = fc
  .tuple(
    fc.constantFrom('many', 'few', 'third', 'absent'),
    fc.constantFrom('in', 'notin', 'exists', '!exists'),
    values,
  )
  .map(([key, operator, among]) => {
    if (operator === 'exists') return key
    if (operator === '!exists') return `!${key}`
    return `${key} ${operator} (${among.join(',')})`
  })
const selectors = fc.oneof(
  fc.uniqueArray(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(',')),
  fc.constantFrom('*', 'name=c003', 'name in (c003,c650)', 'name!=c003'),
)

describe('a list filtered by a selector', () => {
  let api: TestApi
  let changes: readonly [first: number, second: number]
  beforeAll(async () => {
    api = await createTestApi()
    const apply = async (shift: number): Promise<number> => {
      const body = Array.from({ length: CLUSTERS }, (_, index) =>
        documentOf('cluster', { name: nameOf(index), metadata: labelsOf(index, shift) }),
      )
      return (await api.call('/apply', { body })).json.change
    }
    changes = [await apply(0), await apply(1)]
  })

  const list = (query: Partial<ObjectQuery>, limit: number) =>
    inTenant(
      api.database,
      api.tenant.id,
      (tx) =>
        listObjects(
          { tx, tenant: api.tenant.id },
          {
            kind: 'cluster',
            change: null,
            selector: null,
            text: null,
            teams: null,
            sort: BY_NAME,
            ...query,
          },
          { after: null, limit },
        ),
      { readOnly: true },
    )

  it('holds the objects that match, in order, with their number, now and before', async () => {
    await fc.assert(
      fc.asyncProperty(
        selectors,
        fc.constantFrom(null, 'c0', 'c12'),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        async (text, part, isPast, limit) => {
          const selector = parseSelector(text, [])
          if (!selector.ok) return
          const state = states[isPast ? 0 : 1]!
          const wanted = state
            .filter(({ labels }) => selectorMatches(selector.value, labels))
            .map(({ name }) => name)
            .filter((name) => part === null || name.includes(part))
          const change = isPast ? changes[0] : null
          const { rows, total } = await list(
            { selector: selector.value, text: part, change },
            limit,
          )
          expect(total).toBe(wanted.length)
          expect(rows.map(({ name }) => name)).toEqual(wanted.slice(0, limit))
        },
      ),
      { numRuns },
    )
  })
})
