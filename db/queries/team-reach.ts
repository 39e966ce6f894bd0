// What somebody whose rights come from teams may see: what the current teams own. A deleted team's name can be used again,
// and readers of the new team see nothing of what the old one owned.
import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a revision that `began` belongs to one of some teams, named by `team`. A team is deleted after everything that it
 * owns, so what began before the current team of that name was created belonged to another.
 */
export function isOfTeams(
  tenant: number,
  { team, began }: { readonly team: SQL; readonly began: SQL },
  teams: readonly string[],
): SQL {
  return sql`(${isNamed(team, teams)} and ${began} >= (${births(tenant, teams)} ->> ${team})::bigint)`
}

/** The same for a revision that exists now: nothing is left of a deleted team. */
export function isNamed(team: SQL, teams: readonly string[]): SQL {
  return sql`${team} = any(${sql.param(teams)}::text[])`
}

/** The change with which each of the teams was created, as an object that a statement reads once. */
function births(tenant: number, teams: readonly string[]): SQL {
  return sql`(select jsonb_object_agg(t.name, (
      select min(first.began) from revisions first
      where first.tenant = t.tenant and first.kind = 'team' and first.object = t.object))
    from revisions t
    where t.tenant = ${tenant} and t.kind = 'team' and ${isNamed(sql`t.name`, teams)} and t.ended is null)`
}
