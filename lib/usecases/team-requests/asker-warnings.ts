import type { TeamRequestRow } from '#db/queries/team-requests.ts'
import { seesTeam } from '#lib/domain/access/access.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { readDirectory } from '../access/directory.ts'
import type { Context } from '../define.ts'

const GROUPS_NAMED = 5

/** What an admin should know of the asker before approving: that they wouldn't see the team, and what is missing. */
export async function askerWarnings(
  { services, scope, tenant }: Context,
  { askerName: name, askerMemberships: memberships }: TeamRequestRow,
  { groups }: Team,
): Promise<readonly Warning[]> {
  if (memberships === null) {
    const message = `The groups of ${name} are not known now, so nobody can tell whether they would see the team.`
    return [{ code: 'asker_groups_unknown', message }]
  }
  const { grants } = await readDirectory(services, scope, tenant.name)
  if (seesTeam(memberships, grants, groups)) return []
  const message = `${name} would not see the team: none of their groups is among its groups. ${remedy(memberships.groups)}`
  return [{ code: 'asker_sees_no_team', message }]
}

function remedy(groups: readonly string[]): string {
  if (groups.length === 0) {
    return 'Their identity provider names no group that they are in: have them put into one of the team’s.'
  }
  const more = groups.length - GROUPS_NAMED
  const named = groups.slice(0, GROUPS_NAMED).map(quoted).join(', ')
  return `Add one of theirs: ${named}${more > 0 ? ` or ${more} more` : ''}.`
}
