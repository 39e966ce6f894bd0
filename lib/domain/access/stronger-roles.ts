// Which further roles would let somebody do more, and what gives each of them. Roles that would add nothing are left out.
import type { AccessDirectory, RoleGrant } from './access.ts'
import type { Actor, TenantRole } from './actor.ts'

export type StrongerRole = {
  readonly role: TenantRole
  /** The team that the role is in; null: the whole tenant. */
  readonly team: string | null
  readonly grants: readonly Pick<RoleGrant, 'source' | 'value' | 'description'>[]
}

const LADDER = ['reader', 'contributor', 'admin'] as const

/** Those in the actor's own teams first, then those in the tenant, the weakest first. */
export function strongerRoles(
  { role, teams }: Pick<Actor, 'role' | 'teams'>,
  directory: AccessDirectory,
): readonly StrongerRole[] {
  const above = LADDER.slice(role === null ? 0 : LADDER.indexOf(role) + 1)
  const editsAll = role === 'contributor' || role === 'admin'
  const inTeams = [...teams].flatMap(([team, teamRole]): StrongerRole[] =>
    editsAll || teamRole === 'contributor'
      ? []
      : [{ role: 'contributor', team, grants: contributorsOf(team, directory) }],
  )
  const inTenant = above.map((stronger): StrongerRole => {
    const grants = directory.grants.filter((grant) => grant.role === stronger)
    return { role: stronger, team: null, grants }
  })
  return [...inTeams, ...inTenant]
}

function contributorsOf(team: string, { teams }: AccessDirectory): StrongerRole['grants'] {
  const groups = teams.find((known) => known.team === team)?.groups ?? []
  return groups.flatMap(({ id, role }) =>
    role === 'contributor' ? [{ source: 'group', value: id, description: '' }] : [],
  )
}
