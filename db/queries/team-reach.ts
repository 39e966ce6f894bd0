// What whoever reads by their teams may see: what the teams own that there are now. A deleted team's name can be given
// again, and the new team's readers see nothing of what the one before it owned.
import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a revision that `began` is of one of some teams, named by `team`. A team is deleted after all that it owns, so what
 * began before the birth of the team that has the name now was another's.
 */
export function isOfTeams(
  tenant: number,
  { team, began }: { readonly team: SQL; readonly began: SQL },
  teams: readonly string[],
): SQL {
  return sql`(${isNamed(team, teams)} and ${began} >= (${births(tenant, teams)} ->> ${team})::bigint)`
}

/** The same of a revision that is there now: nothing is left of a deleted team. */
export function isNamed(team: SQL, teams: readonly string[]): SQL {
  return sql`${team} = any(${sql.param(teams)}::text[])`
}

/** The change that each of the teams was born by, as an object that a statement reads once. */
function births(tenant: number, teams: readonly string[]): SQL {
  return sql`(select jsonb_object_agg(t.name, (
      select min(first.began) from revisions first
      where first.tenant = t.tenant and first.kind = 'team' and first.object = t.object))
    from revisions t
    where t.tenant = ${tenant} and t.kind = 'team' and ${isNamed(sql`t.name`, teams)} and t.ended is null)`
}
