// The history of accepted edits: in lists, and one with what it did to each object.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Total } from '#lib/domain/lists/total.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { readRows } from '../rows.ts'
import { changes } from '../schema/change.ts'
import { publications } from '../schema/publication.ts'
import type { ChangeObject } from './change-objects.ts'
import { editedFilter, readable, type ReadersQuery } from './change-reach.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

const publication = z.strictObject({
  branch: z.string(),
  state: z.enum(publications.state.enumValues),
  commit: z.string().nullable(),
  error: z.string().nullable(),
  /** Where it waits to be merged; null: in none. */
  pullRequest: z.strictObject({ number: z.int(), url: z.string() }).nullable(),
})

const changeRow = z.strictObject({
  id: z.int(),
  at: z.date(),
  actorKind: z.enum(changes.actorKind.enumValues),
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  reason: z.string().nullable(),
  /** As counts, with its digest. */
  impact: z.record(z.string(), z.unknown()),
  publications: z.array(publication),
  objects: z.int(),
  /** The last change that took this one back; null: none did. */
  revertedBy: z.int().nullable(),
  /** How many placements it moved of the object that was asked for; null: none was. */
  moved: z.strictObject({ added: z.int(), removed: z.int(), changed: z.int() }).nullable(),
})
export type ChangeRow = z.infer<typeof changeRow>

const editedObject = z.strictObject({
  change: z.int(),
  kind: z.enum(KINDS),
  team: z.string().nullable(),
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
/** An object that a change edited; `before` null: created, `after` null: deleted. Limited to what the reader may see. */
export type EditedObject = Omit<z.infer<typeof editedObject>, 'change'>

export type ChangeQuery = ReadersQuery & {
  /** Only changes of this number or lower. */
  readonly upTo: number | null
  /** The actor's id, or part of the name or e-mail in any case. */
  readonly actor: string | null
  /** Only changes that edited this object or moved its placements. */
  readonly object: Pick<ChangeObject, 'kind' | 'id'> | null
  readonly from: Date | null
  readonly to: Date | null
  /** Only those with a reason, or without; null: either. */
  readonly hasReason: boolean | null
  /** Only those that moved placements on clusters of this environment; null: wherever. */
  readonly environment: string | null
  /** Part of the reason, the action or the actor's name, in any case. */
  readonly text: string | null
  /** Newest first. */
  readonly descending: boolean
}

/** If a change affects more branches, failed and waiting publications come first, and what is published last. */
const PUBLICATIONS_MAX = 100

const columns = sql`c.id, c.at, c.actor_kind as "actorKind", c.actor_id as "actorId",
  c.actor_name as "actorName", c.action, c.reason,
  jsonb_build_object('digest', c.digest) || c.impact as impact,
  (select coalesce(json_agg(json_build_object('branch', p.branch, 'state', p.state,
      'commit', p.commit, 'error', p.error, 'pullRequest', case when p.state = 'proposed' then (
        select json_build_object('number', r.number, 'url', r.url) from pull_requests r
        where r.tenant = p.tenant and r.branch = p.branch) end) order by p.branch), '[]')
    from (select * from publications where tenant = c.tenant and change = c.id
      order by state <> 'failed', state <> 'pending', state <> 'proposed', branch limit ${PUBLICATIONS_MAX}) p
  ) as publications,
  -- Counted where it kept no number: of an older version that still ran when this one migrated.
  coalesce((c.impact->>'objects')::int, (select count(*)::int from (
    select r.kind, r.object from revisions r where r.tenant = c.tenant and r.began = c.id
    union select r.kind, r.object from revisions r where r.tenant = c.tenant and r.ended = c.id
  ) edited)) as objects,
  (select max(r.id) from changes r where r.tenant = c.tenant and r.reverts = c.id) as "revertedBy"`

/** Ordered by number; `after` is the number of the last change of the page before. */
export async function listChanges(
  scope: TenantScope,
  query: ChangeQuery,
  page: { readonly after: number | null; readonly limit: number },
): Promise<ChangeRow[]> {
  const [comparison, direction] = query.descending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const { from, number, conditions, moved } = sourceOf(scope, query)
  const beyond = page.after === null ? [] : [sql`${number} ${comparison} ${page.after}`]
  const all = [...conditions, ...beyond, ...changeConditions(scope, query)]
  return readRows(scope.tx, changeRow)`
    select ${columns}, ${moved} as moved from ${from} where ${sql.join(all, sql` and `)}
    order by ${number} ${direction} limit ${page.limit}`
}

export function countChanges(scope: TenantScope, query: ChangeQuery): Promise<Total> {
  const { from, conditions, alone } = sourceOf(scope, query)
  const ofChange = changeConditions(scope, query)
  const all = sql.join([...conditions, ...ofChange], sql` and `)
  return countRows(scope, sql`select from ${ofChange.length === 0 ? alone : from} where ${all}`)
}

/** Where changes are read from: those of an object by its own rows, so that they cost no more than there are. */
function sourceOf({ tenant }: TenantScope, { object, upTo }: ChangeQuery) {
  const number = object === null ? sql`c.id` : sql`o.change`
  const until = upTo === null ? [] : [sql`${number} <= ${upTo}`]
  if (object === null) {
    const from = sql`changes c`
    return {
      from,
      alone: from,
      number,
      conditions: [sql`c.tenant = ${tenant}`, ...until],
      moved: sql`null`,
    }
  }
  return {
    // A look-up for each row, whatever the planner expects of the numbers: a join may walk through all changes.
    from: sql`change_objects o cross join lateral (
      select * from changes where tenant = o.tenant and id = o.change offset 0) c`,
    /** Enough where nothing is asked of the changes themselves. */
    alone: sql`change_objects o`,
    number,
    conditions: [
      sql`o.tenant = ${tenant}`,
      sql`o.kind = ${object.kind}`,
      sql`o.object = ${object.id}`,
      ...until,
    ],
    moved: sql`json_build_object('added', o.added, 'removed', o.removed, 'changed', o.changed)`,
  }
}

const widestRow = z.strictObject({
  id: z.int(),
  at: z.date(),
  action: z.string(),
  actor: z.string(),
  reason: z.string().nullable(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
})

/** Of so many, the newest, the widest are found. */
const LOOKED_AT_MAX = 10_000

/** Of the changes in a time that moved placements those that moved the most, in their order. */
export async function listWidestChanges(
  { tx, tenant }: TenantScope,
  {
    from,
    to,
    environment,
    ...readers
  }: Pick<ChangeQuery, 'namespace' | 'teams' | 'environment'> & {
    readonly from: Date
    readonly to: Date
  },
  limit: number,
): Promise<z.infer<typeof widestRow>[]> {
  const isReadable = editedFilter(tenant, { kind: null, name: null, ...readers })
  return readRows(tx, widestRow)`
    select * from (
      select c.id, c.at, c.action, c.actor_name as actor, c.reason, c.added, c.removed, c.changed
      from (
        select * from changes c
        where c.tenant = ${tenant} and c.at >= ${from.toISOString()}::timestamptz
          and c.at < ${to.toISOString()}::timestamptz and c.added + c.removed + c.changed > 0
          and ${environment === null ? sql`true` : sql`${environment} = any(c.environments)`}
        order by c.at desc limit ${LOOKED_AT_MAX}
      ) c
      where ${sql.join([sql`true`, ...isReadable], sql` and `)}
      order by c.added + c.removed + c.changed desc, c.id desc limit ${limit}
    ) widest order by id`
}

/** The objects that each of some changes edited, by kind and name, as far as they may be read; at most `limit` in all. */
export async function listEditedObjects(
  { tx, tenant }: TenantScope,
  changes: readonly number[],
  { teams, concerning }: Pick<ReadersQuery, 'teams' | 'concerning'>,
  limit: number,
): Promise<ReadonlyMap<number, readonly EditedObject[]>> {
  const among = sql`any(${sql.param(changes)}::bigint[])`
  const isReadable = readable(tenant, teams, concerning)
  // By the object's own revisions, also where nothing is known of how many objects a change edited.
  const newestOf = (comparison: SQL) => sql`select * from revisions r where r.tenant = ${tenant}
    and r.kind = told.kind and r.object = told.object and r.began ${comparison} told.change
    and ${isReadable} order by r.began desc limit 1`
  // Of an import's thousands of bodies, only the few that are shown are read.
  const rows = await readRows(tx, editedObject)`
    with edited as (
      select began as change, kind, object, team, name from revisions r
      where tenant = ${tenant} and began = ${among} and ${isReadable}
      union
      select ended, kind, object, team, name from revisions r
      where tenant = ${tenant} and ended = ${among} and ${isReadable}
    ), told as materialized (
      select * from edited
      order by change, kind, team, name limit ${limit}
    )
    select change, kind, team, name,
      (select case when r.ended = told.change then r.body end from (${newestOf(sql`<`)}) r) as before,
      (select case when r.began = told.change then r.body end from (${newestOf(sql`<=`)}) r) as after
    from told order by change, kind, team, name`
  const edited = new Map<number, EditedObject[]>(changes.map((change) => [change, []]))
  for (const { change, ...object } of rows) edited.get(change)?.push(object)
  return edited
}

function changeConditions({ tenant }: TenantScope, query: ChangeQuery): SQL[] {
  const { actor, from, to, hasReason, environment, text } = query
  return [
    ...(actor === null ? [] : [actorFilter(actor)]),
    ...(from === null ? [] : [sql`c.at >= ${from}`]),
    ...(to === null ? [] : [sql`c.at < ${to}`]),
    ...(hasReason === null ? [] : [sql`(c.reason is not null) = ${hasReason}`]),
    ...(environment === null ? [] : [sql`${environment} = any(c.environments)`]),
    ...(text === null ? [] : [textFilter(text)]),
    ...editedFilter(tenant, query),
  ]
}

function actorFilter(actor: string): SQL {
  const pattern = likePattern(actor)
  return sql`(c.actor_id = ${actor} or c.actor_name ilike ${pattern} or c.actor_email ilike ${pattern})`
}

function textFilter(text: string): SQL {
  const pattern = likePattern(text)
  return sql`(c.reason ilike ${pattern} or c.action ilike ${pattern} or c.actor_name ilike ${pattern})`
}
