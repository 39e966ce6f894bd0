// Lists of objects, paged, filtered, sorted and counted by Postgres, now or after any past change.
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import { typeName } from './cluster-types.ts'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isConcerningKind } from '#lib/domain/access/permissions.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { ObjectOrder } from '#lib/domain/lists/orders.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { isLabelled, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import { readRow, readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { type AmongPlanned, isSoFresh } from './cluster-freshness.ts'
import { countRows, countUpTo } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import { type ObjectPosition, sorting } from './object-order.ts'
import type { ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'
import { isNamed, isOfTeams } from './team-reach.ts'

const objectRow = z.strictObject({
  object: z.int(),
  team: z.string().nullable(),
  name: z.string(),
  began: z.int(),
  /** When the change that began the revision was accepted. */
  since: z.date(),
  body: z.unknown(),
})
export type ObjectRow = z.infer<typeof objectRow>

const listedRow = objectRow.extend({
  /** Of what it is sorted by: what its other columns don't say. */
  values: z.array(z.string()),
})
export type ListedRow = z.infer<typeof listedRow>

const objectBody = objectRow.pick({ object: true, body: true })

export type ObjectQuery = {
  readonly kind: Kind
  /** As it was after this change; null: now. */
  readonly change: number | null
  readonly selector: Selector | null
  /** Part of the name or the description, in any case. */
  readonly text: string | null
  /** Only what these teams own, what no team owns and all see, and what `shared` names; null: everything. */
  readonly teams: readonly string[] | null
  /**
   * Those, by their ids, that may be seen besides: of applications when their team shows them to the tenant; of what the platform
   * owns where teams see it only as far as it concerns them; absent: none.
   */
  readonly shared?: readonly number[]
  readonly sort: readonly ObjectOrder[]
  /** Only what this team owns; null: whoever does. */
  readonly team?: string | null
  /** Of policies; null: either. */
  readonly effect?: string | null
  /** Of configs and config schemas: only those that set or declare this key; null: whatever they have. */
  readonly key?: string | null
  /** Of these, too; null: either. */
  readonly suspended?: boolean | null
  /** Of freezes: only those in whose scope this environment is; null: whatever it is. */
  readonly environment?: string | null
  /** Of clusters: only those of the cluster type of this name; null: whatever they have. */
  readonly type?: string | null
  /** Of clusters: only those that are so fresh; null: however fresh. */
  readonly freshness?: { readonly among: readonly Freshness[]; readonly time: ObservedTime } | null
  /** Of clusters, too; null: silent by plan or not. */
  readonly planned?: AmongPlanned | null
}

/** One page of a list, and how many objects it has in all. */
export async function listObjects(
  scope: TenantScope,
  query: ObjectQuery,
  page: { readonly after: ObjectPosition | null; readonly limit: number },
): Promise<{ readonly rows: ListedRow[] } & Total> {
  const total = await countRows(scope, matchingObjects(scope, query))
  const { joins, values, order, beyond } = sorting(scope, query, page.after)
  const rows = await readRows(scope.tx, listedRow)`
    select r.object, r.team, r.name, r.began, r.body, ${values} as values,
      (select at from changes c where c.tenant = r.tenant and c.id = r.began) as since
    from revisions r ${joins}
    where ${filter(scope, query)} and ${selected(scope, query, total.total)} and ${beyond}
    order by ${order} limit ${page.limit}`
  return { rows, ...total }
}

/** How many objects a query matches, counted to the end. */
export async function countObjects(scope: TenantScope, query: ObjectQuery): Promise<number> {
  return countUpTo(scope, matchingObjects(scope, query), null)
}

function matchingObjects(scope: TenantScope, query: ObjectQuery): SQL {
  const ids = idsOfSelector(scope, query)
  const ofLabels = ids !== null && conditionsBesideLabels(scope, query).length === 0
  return ofLabels ? sql`select from (${ids}) selected` : selectObjects(scope, query, sql``)
}

/** Columns of the revisions `r` of the objects that a query matches. */
export function selectObjects(scope: TenantScope, query: ObjectQuery, columns: SQL): SQL {
  return sql`select ${columns} from revisions r
    where ${filter(scope, query)} and ${selected(scope, query, null)}`
}

/** One object by name; null: there is none, or none that these teams may see. */
export async function readObject(
  scope: TenantScope,
  ref: { readonly kind: Kind; readonly team: string | null; readonly name: string },
  { change, teams }: Pick<ObjectQuery, 'change' | 'teams'>,
): Promise<ObjectRow | null> {
  const row = await readRow(scope.tx, objectRow)`
    select r.object, r.team, r.name, r.began, c.at as since, r.body
    from revisions r join changes c on c.tenant = r.tenant and c.id = r.began
    where r.tenant = ${scope.tenant} and r.kind = ${ref.kind} and r.name = ${ref.name}
      and ${ref.team === null ? sql`true` : sql`r.team = ${ref.team}`}
      and ${aliveAfter('r', change)}
      and ${ownerFilter(scope, { kind: ref.kind, change, teams }) ?? sql`true`}`
  return row ?? null
}

/** Up to so many selected objects are looked up one by one; beyond that, objects are read in order and checked. */
const LOOKED_UP_MAX = 500

/** `total`: how many objects the query matches; null: not known yet. */
function selected(scope: TenantScope, query: ObjectQuery, total: number | null): SQL {
  const ids = idsOfSelector(scope, query)
  if (ids === null) return sql`true`
  // Each form forces one plan: without statistics, as right after an import, the planner picks the worst.
  return total !== null && total <= LOOKED_UP_MAX
    ? sql`r.object = any(array(${ids}))`
    : sql`(r.object in (${ids})) is true`
}

function idsOfSelector({ tenant }: TenantScope, { kind, selector, change }: ObjectQuery) {
  if (selector === null || !isLabelled(kind)) return null
  return selectedObjects(selector, { tenant, kind, change })
}

function filter(scope: TenantScope, query: ObjectQuery): SQL {
  const { kind, change } = query
  const conditions = [
    sql`r.tenant = ${scope.tenant} and r.kind = ${kind}`,
    aliveAfter('r', change),
    ...conditionsBesideLabels(scope, query),
  ]
  return sql.join(conditions, sql` and `)
}

/** What a query asks besides labels and a time, of the revisions `r`. */
export function conditionsBesideLabels(scope: TenantScope, query: ObjectQuery): readonly SQL[] {
  const { text, team = null, effect = null, environment = null, freshness, planned } = query
  const { type = null, key = null, suspended = null } = query
  const ofOwner = readableFilter(scope, query)
  return [
    ...(text === null ? [] : [textFilter(text)]),
    ...(team === null ? [] : [sql`r.team = ${team}`]),
    ...(effect === null ? [] : [sql`r.body->>'effect' = ${effect}`]),
    ...(environment === null ? [] : [isAboutEnvironment(environment)]),
    ...(key === null ? [] : [hasKey(query.kind, key)]),
    ...(suspended === null ? [] : [sql`(r.body->>'suspended' = 'true') = ${suspended}`]),
    ...(type === null ? [] : [isOfType(scope, query, type)]),
    ...(freshness ? [isSoFresh(scope.tenant, sql`r.object`, freshness.time, freshness.among)] : []),
    ...(planned
      ? [sql`(r.object = any(${sql.param(planned.planned)}::int[])) = ${planned.are}`]
      : []),
    ...(ofOwner ? [ofOwner] : []),
  ]
}

function textFilter(text: string): SQL {
  const pattern = likePattern(text)
  return sql`(r.name ilike ${pattern} or r.body->>'description' ilike ${pattern})`
}

function isAboutEnvironment(name: string): SQL {
  const environments = sql`r.body->'environments'`
  return sql`(${environments} = '"*"' or ${environments} @> to_jsonb(${name}::text))`
}

function hasKey(kind: Kind, key: string): SQL {
  const keys = kind === 'config' ? sql`r.body->'values'` : sql`r.body->'schema'->'properties'`
  return sql`jsonb_exists(${keys}, ${key})`
}

/** A type that isn't the default is a label, too, by which its clusters are found. */
function isOfType({ tenant }: TenantScope, { change }: ObjectQuery, type: string): SQL {
  const isNamed = sql`${typeName(sql`r.body`)} = ${type}`
  if (type === DEFAULT_TYPE_NAME) return isNamed
  return sql`${isNamed} and r.object in (select l.object from labels l where l.tenant = ${tenant}
    and l.kind = 'cluster' and l.key = 'type' and l.value = ${type} and ${aliveAfter('l', change)})`
}

/** Null: it excludes nothing. */
function readableFilter(scope: TenantScope, query: ObjectQuery): SQL | null {
  const ofOwner = ownerFilter(scope, query)
  const { shared = [] } = query
  if (ofOwner === null || shared.length === 0) return ofOwner
  const isStillShown = isConcerningKind(query.kind)
    ? sql`r.team is null`
    : sql`r.body->>'visibility' = 'tenant'`
  return sql`(${ofOwner} or r.object = any(${sql.param(shared)}::int[]) and ${isStillShown})`
}

/** Null: it excludes nothing. */
function ownerFilter(
  { tenant }: TenantScope,
  { kind, change, teams }: Pick<ObjectQuery, 'kind' | 'change' | 'teams'>,
): SQL | null {
  if (teams === null) return null
  const isOwn = (team: SQL) =>
    change === null ? isNamed(team, teams) : isOfTeams(tenant, { team, began: sql`r.began` }, teams)
  switch (kinds[kind].owner) {
    case 'platform':
      return null
    case 'itself':
      return isOwn(sql`r.name`)
    case 'team':
      return isOwn(sql`r.team`)
    case 'team-or-platform':
      return isConcerningKind(kind)
        ? isOwn(sql`r.team`)
        : sql`(r.team is null or ${isOwn(sql`r.team`)})`
  }
}

/** Objects by number, or what these owners own; an owner is a team, or null for the platform. */
export type Among =
  | { readonly ids: readonly number[] }
  | { readonly owners: readonly (string | null)[] }

/** The bodies of the objects of a kind by id, in their state after a change; `among` null: all of them. */
export async function loadObjects(
  { tx, tenant }: TenantScope,
  kind: Kind,
  among: Among | null,
  change: number | null,
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await readRows(tx, objectBody)`
    select r.object, r.body from revisions r
    where r.tenant = ${tenant} and r.kind = ${kind} and ${among === null ? sql`true` : isOneOf(among)}
      and ${aliveAfter('r', change)}`
  return new Map(rows.map(({ object, body }) => [object, body]))
}

function isOneOf(among: Among): SQL {
  if ('ids' in among) return sql`r.object = any(${sql.param(among.ids)}::int[])`
  const teams = among.owners.filter((owner) => owner !== null)
  const isTeams = sql`r.team = any(${sql.param(teams)}::text[])`
  return among.owners.includes(null) ? sql`(r.team is null or ${isTeams})` : isTeams
}
