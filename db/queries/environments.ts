// Lists of environments: those that somebody described, and those that only clusters name.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTED_MAX, type Total } from '#lib/domain/lists/total.ts'
import { environmentCodec, undescribed } from '#lib/domain/objects/environment/environment.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { likePattern } from './like-pattern.ts'
import { listDescribed, type ListWindow, NO_OBJECT } from './described-list.ts'
import type { ListedRow, ObjectQuery } from './objects.ts'
import type { TenantScope } from './scope.ts'

/** One page, and how many there are in all. What a cluster names, is since the oldest of its clusters came there. */
export async function listEnvironments(
  scope: TenantScope,
  query: ObjectQuery,
  window: ListWindow,
): Promise<{ readonly rows: ListedRow[] } & Total> {
  const named = await readNamedByClusters(scope, query)
  return listDescribed(scope, query, window, named.map(undescribedRow))
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
