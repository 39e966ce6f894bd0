// Which changes somebody may see, and which edited what is asked for.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CONCERNING_KINDS, type ConcerningKind } from '#lib/domain/access/permissions.ts'
import type { Owner } from '#lib/domain/objects/kind.ts'
import { isOwned, type Kind, KINDS, TEAM_KINDS } from '#lib/domain/objects/kinds.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { isNamed, isOfTeams } from './team-reach.ts'

export type ReadersQuery = {
  /** Only changes that edited an object of this kind, of this name, or of this team; null: of any. */
  readonly kind: Kind | null
  readonly name: string | null
  readonly namespace: string | null
  /**
   * Only changes of objects that these teams own, or that no team owns, and those that did something to the applications of these
   * teams without an edit, as rollouts, holds and decisions do; null: all.
   */
  readonly teams: readonly string[] | null
  /** What the platform owns and these teams see because it concerns them, by its ids; absent: nothing. */
  readonly concerning?: Concerning
}

export type Concerning = Readonly<Partial<Record<ConcerningKind, readonly number[]>>>

const numberRow = z.strictObject({ id: z.int() })

/** Those of some changes that teams may see, in order; null: all. */
export async function readableChanges(
  { tx, tenant }: TenantScope,
  changes: readonly number[],
  teams: readonly string[] | null,
): Promise<number[]> {
  const isReadable = editedFilter(tenant, { kind: null, name: null, namespace: null, teams })
  const rows = await readRows(tx, numberRow)`
    select c.id from unnest(${sql.param(changes)}::bigint[]) c(id)
    where ${sql.join([sql`true`, ...isReadable], sql` and `)} order by c.id`
  return rows.map(({ id }) => id)
}

/** Conditions for a change `c`. */
export function editedFilter(
  tenant: number,
  { kind, name, namespace, teams, concerning }: ReadersQuery,
): SQL[] {
  if (kind === null && name === null && namespace === null && teams === null) return []
  // All of them, because the indexes of revisions begin with the kind.
  const kinds = (namespace === null ? KINDS : TEAM_KINDS).filter(
    (each) => kind === null || kind === each,
  )
  const conditions = [
    sql`r.tenant = ${tenant}`,
    sql`r.kind = any(${sql.param(kinds)}::text[])`,
    ...(name === null ? [] : [sql`r.name = ${name}`]),
    ...(namespace === null ? [] : [sql`r.team = ${namespace}`]),
    readable(tenant, teams, concerning),
  ]
  const wanted = sql.join(conditions, sql` and `)
  // Named objects have fewer revisions than a wide change.
  if (name !== null || namespace !== null) {
    return [
      sql`c.id in (select r.began from revisions r where ${wanted}
        union select r.ended from revisions r where ${wanted} and r.ended is not null)`,
    ]
  }
  // Ordered like an index, so that each change costs one lookup; otherwise everything that any change edited would be read.
  const some = (column: 'began' | 'ended') => sql`(select r.kind from revisions r
    where ${wanted} and r.${sql.identifier(column)} = c.id order by r.kind limit 1) is not null`
  const edited = sql`${some('began')} or ${some('ended')}`
  return [
    kind !== null || teams === null
      ? sql`(${edited})`
      : sql`(${edited} or ${touched(tenant, teams)})`,
  ]
}

/** Whether a change `c` did something to applications of these teams. */
function touched(tenant: number, teams: readonly string[]): SQL {
  // The object that has the name by now: a deleted team's is another.
  const present = sql`select t.object from revisions t
    where t.tenant = ${tenant} and t.kind = 'team' and ${isNamed(sql`t.name`, teams)} and t.ended is null`
  return sql`(select o.change from change_objects o where o.tenant = ${tenant} and o.change = c.id
    and o.kind = 'team' and o.object = any(array(${present})) limit 1) is not null`
}

/** Whether teams may see a revision `r`. */
export function readable(
  tenant: number,
  teams: readonly string[] | null,
  concerning: Concerning = {},
): SQL {
  if (teams === null) return sql`true`
  const owner = sql`case when ${isOneOf('itself')} then r.name else r.team end`
  const isPlatforms = sql`(${isOneOf('team-or-platform')} and r.team is null
    and ${sql.join([sql`true`, ...CONCERNING_KINDS.map((kind) => concerns(kind, concerning))], sql` and `)})`
  return sql`(${isOneOf('platform')} or ${isPlatforms}
    or ${isOfTeams(tenant, { team: owner, began: sql`r.began` }, teams)})`
}

/** Whether a revision `r`, if it is of this kind, is one of those that concern somebody. */
function concerns(kind: ConcerningKind, concerning: Concerning): SQL {
  return sql`(r.kind <> ${kind} or r.object = any(${sql.param(concerning[kind] ?? [])}::int[]))`
}

/** Whether a revision `r` is of a kind with this sort of owner. */
function isOneOf(owner: Owner): SQL {
  const owned = KINDS.filter((kind) => isOwned(kind, owner))
  return sql`r.kind = any(${sql.param(owned)}::text[])`
}
