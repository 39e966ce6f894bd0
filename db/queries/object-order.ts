// The order of lists of objects, and where a page of one begins.
import { type SQL, sql } from 'drizzle-orm'
import type { ObjectOrder } from '#lib/domain/lists/orders.ts'
import { isNamedInTeam, type Kind } from '#lib/domain/objects/kinds.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

/** The last row of a page, after which the next page begins. */
export type ObjectPosition = {
  readonly name: string
  readonly team: string
  readonly began: number
  /** Of what the list is sorted by, what the other parts don't say. */
  readonly values: readonly string[]
}

type Sorting = {
  readonly kind: Kind
  readonly change: number | null
  readonly sort: readonly ObjectOrder[]
}

/** A column of the order: what it is for the row `r`, and for the row after which the page begins. */
type Sorted = {
  readonly column: SQL
  readonly descending: boolean
  readonly positionOf: (after: ObjectPosition) => string | number
}

/** The parts of a query of revisions `r` that sort it; `values` is what of a position only its order says. */
export function sorting(
  scope: TenantScope,
  query: Sorting,
  after: ObjectPosition | null,
): { readonly joins: SQL; readonly values: SQL; readonly order: SQL; readonly beyond: SQL } {
  const { sort } = query
  const valued = sort.filter((order) => isValue(order))
  const joins = valued.flatMap((order, index) => labelJoin(scope, query, order, index))
  const values = valued.map((order, index) => valueColumn(order, index))
  const sorted = [
    ...sort.map((order) => sortedBy(query, order, valued.indexOf(order))),
    ...untilUnique(query),
  ]
  return {
    joins: sql.join(joins, sql` `),
    values: sql`array[${sql.join(values, sql`, `)}]::text[]`,
    order: sql.join(
      sorted.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`),
      sql`, `,
    ),
    beyond: after === null ? sql`true` : isBeyond(sorted, after),
  }
}

/** Whether it is neither the name, nor the team, nor the age, which each position has. */
function isValue({ by }: ObjectOrder): boolean {
  return by !== 'name' && by !== 'since' && by !== 'namespace'
}

function labelJoin(
  { tenant }: TenantScope,
  { kind, change }: Sorting,
  { key }: ObjectOrder,
  index: number,
): SQL[] {
  if (key === null) return []
  const alias = aliasOf(index)
  const label = sql.raw(alias)
  return [
    sql`left join labels ${label} on ${label}.tenant = ${tenant} and ${label}.kind = ${kind}
      and ${label}.key = ${key} and ${label}.object = r.object and ${aliveAfter(alias, change)}`,
  ]
}

const aliasOf = (index: number) => `sorted_${index}`

function valueColumn({ by, key }: ObjectOrder, index: number): SQL {
  return key === null
    ? sql`coalesce(r.body->>${by}::text, '')`
    : sql`coalesce(${sql.raw(aliasOf(index))}.value, '')`
}

function sortedBy({ kind }: Sorting, order: ObjectOrder, index: number): Sorted {
  const { by, descending } = order
  switch (by) {
    case 'name':
      return { column: sql`r.name`, descending, positionOf: ({ name }) => name }
    case 'since':
      return { column: sql`r.began`, descending, positionOf: ({ began }) => began }
    case 'namespace':
      return {
        column: isNamedInTeam(kind) ? sql`r.team` : sql`coalesce(r.team, '')`,
        descending,
        positionOf: ({ team }) => team,
      }
    default:
      return {
        column: valueColumn(order, index),
        descending,
        positionOf: ({ values }) => values[index] ?? '',
      }
  }
}

/** Where names are unique, they are the only sort key, so that their index gives the order. */
function untilUnique(query: Sorting): readonly Sorted[] {
  const { kind, sort } = query
  const fields = isNamedInTeam(kind) ? (['name', 'namespace'] as const) : (['name'] as const)
  const descending = sort.at(-1)?.descending ?? false
  return fields
    .filter((field) => sort.every(({ by }) => by !== field))
    .map((by) => sortedBy(query, { by, key: null, descending }, 0))
}

/** Columns of one direction are compared as one row, which an index can answer. */
function isBeyond([first, ...others]: readonly Sorted[], after: ObjectPosition): SQL {
  if (!first) return sql`false`
  const { descending } = first
  const turn = others.findIndex((each) => each.descending !== descending)
  const same = [first, ...(turn === -1 ? others : others.slice(0, turn))]
  const columns = sql`(${sql.join(
    same.map(({ column }) => column),
    sql`, `,
  )})`
  const position = sql`(${sql.join(
    same.map(({ positionOf }) => sql`${positionOf(after)}`),
    sql`, `,
  )})`
  const beyond = sql`${columns} ${descending ? sql`<` : sql`>`} ${position}`
  if (turn === -1) return beyond
  return sql`(${beyond} or (${columns} = ${position} and ${isBeyond(others.slice(turn), after)}))`
}
