// Lists of environments: those that somebody described, and those that only clusters name.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTED_MAX, countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { environmentCodec, undescribed } from '#lib/domain/objects/environment/environment.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { likePattern } from './like-pattern.ts'
import type { ObjectPosition } from './object-order.ts'
import { listObjects, type ListedRow, type ObjectQuery } from './objects.ts'
import type { TenantScope } from './scope.ts'

/** One page, and how many there are in all. What a cluster names, is since the oldest of its clusters came there. */
export async function listEnvironments(
  scope: TenantScope,
  query: ObjectQuery,
  { after, limit }: { readonly after: ObjectPosition | null; readonly limit: number },
): Promise<{ readonly rows: ListedRow[] } & Total> {
  const described = await listObjects(scope, query, { after: null, limit: COUNTED_MAX })
  const named = await readNamedByClusters(scope, query)
  const inOrder = compareBy(query.sort)
  const rows: (ListedRow | Named)[] = [...described.rows, ...named]
  rows.sort(inOrder)
  const beyond = after === null ? rows : rows.filter((row) => inOrder(row, after) > 0)
  const page = beyond.slice(0, limit)
  return {
    rows: page.map((row) => ('object' in row ? row : undescribedRow(row))),
    ...countedTotal(rows.length),
  }
}

const namedRow = z.strictObject({ name: z.string(), began: z.int(), since: z.date() })
type Named = z.infer<typeof namedRow>

/** Each name costs a look into an index, however many clusters have it. */
function readNamedByClusters(
  { tx, tenant }: TenantScope,
  { change, text }: Pick<ObjectQuery, 'change' | 'text'>,
): Promise<Named[]> {
  const first = (beyond: SQL) => sql`(
    select l.value, l.began from labels l
    where l.tenant = ${tenant} and l.kind = 'cluster' and l.key = 'environment' and l.value > ${beyond}
      and ${aliveAfter('l', change)}
    order by l.value, l.began limit 1)`
  return readRows(tx, namedRow)`
    with recursive named as (
      ${first(sql`''`)}
      union all
      select next.* from named n cross join lateral ${first(sql`n.value`)} next
    )
    select n.value as name, n.began, c.at as since
    from named n join changes c on c.tenant = ${tenant} and c.id = n.began
    where ${text === null ? sql`true` : sql`n.value ilike ${likePattern(text)}`} and not exists (
      select from revisions r where r.tenant = ${tenant} and r.kind = 'environment'
        and r.name = n.value and ${aliveAfter('r', change)})
    limit ${COUNTED_MAX + 1}`
}

function undescribedRow({ name, began, since }: Named): ListedRow {
  const body = environmentCodec.encode(undescribed(name))
  return { object: NO_OBJECT, team: null, name, began, since, body, values: [] }
}

/** Stands for the id of what only clusters name. */
export const NO_OBJECT = 0

type Sorted = Pick<ObjectPosition, 'name' | 'began'>

/** As the order of other lists: names, which are unique, decide at last. */
function compareBy(sort: ObjectQuery['sort']): (a: Sorted, b: Sorted) => number {
  const orders = [...sort, { by: 'name', descending: sort.at(-1)?.descending ?? false }]
  return (a, b) => {
    for (const { by, descending } of orders) {
      const order = by === 'since' ? a.began - b.began : compareText(a.name, b.name)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  }
}
