// The groups of placements, in SQL.
import { type SQL, sql } from 'drizzle-orm'
import type { Grouping, Side } from '#lib/domain/fleet/grouping.ts'
import { aliveAfter } from './alive.ts'
import type { ObservedTime } from './pair-states.ts'

/** The column of a pair that names the object of a side. */
export function sideColumn(side: Side): SQL {
  return side === 'cluster' ? sql`cluster_id` : sql`application_id`
}

/** The key of the group of an object `s`. Names never change, nor does the team of an application. */
export function keyOf(
  tenant: number,
  { change }: Pick<ObservedTime, 'change'>,
  grouping: Grouping,
): SQL {
  const named = (columns: SQL, kind: Side) => sql`(select ${columns} from revisions n
    where n.tenant = ${tenant} and n.kind = ${kind} and n.object = s.object order by n.began limit 1)`
  switch (grouping.by) {
    case 'cluster':
      return named(sql`n.name`, 'cluster')
    case 'application':
      return named(sql`n.team || '/' || n.name`, 'application')
    case 'team':
      return named(sql`n.team`, 'application')
    case 'label':
      return sql`(select l.value from labels l where l.tenant = ${tenant} and l.kind = 'cluster'
        and l.object = s.object and l.key = ${grouping.key} and ${aliveAfter('l', change)})`
  }
}
