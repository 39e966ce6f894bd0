// What an API token gives, and who may make it: nobody makes one that may do more than they may themselves.
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { Actor, TenantRole } from './actor.ts'

/** A token for a team or a cluster has no role beyond it. */
export type TokenGrant = {
  readonly role: TenantRole
  readonly team: string | null
  readonly cluster: string | null
}

export type GrantedRights = Pick<Actor, 'role' | 'teams' | 'cluster'>

/** What whoever holds a token may do with it. */
export function rightsOfGrant({ role, team, cluster }: TokenGrant): GrantedRights {
  return {
    role: team === null && cluster === null ? role : null,
    teams: new Map(team === null ? [] : [[team, teamRoleOf(role)]]),
    cluster,
  }
}

function teamRoleOf(role: TenantRole): TeamRole {
  return role === 'reader' ? 'reader' : 'contributor'
}

/** From the strongest on: each role may all that the next one may. */
const LADDER: readonly TenantRole[] = ['admin', 'contributor', 'reader']

/** Whether the maker may all that the token would. A cluster's token shows every team's placements, and is an admin's. */
export function mayGrant(maker: GrantedRights, { role, team, cluster }: TokenGrant): boolean {
  if (maker.role === 'admin') return true
  if (cluster !== null) return false
  if (team === null) return isAtLeast(maker.role, role)
  const wanted = teamRoleOf(role)
  return isAtLeast(maker.role, wanted) || isAtLeast(maker.teams.get(team) ?? null, wanted)
}

function isAtLeast(held: TenantRole | null, wanted: TenantRole): boolean {
  return held !== null && LADDER.indexOf(held) <= LADDER.indexOf(wanted)
}
