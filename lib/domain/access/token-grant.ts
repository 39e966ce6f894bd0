// What an API token allows, and who may make it: nobody can make one that allows more than they may do themselves.
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { Actor, TenantRole } from './actor.ts'

/**
 * `announcer`: it announces the versions of its team's applications, and may do nothing else. `scheduler`: it is a scheduler,
 * which decides for the policies that name it and writes scores of clusters, and may do nothing else.
 */
export type TokenRole = TenantRole | 'announcer' | 'scheduler'
export const TOKEN_ROLES = [
  'admin',
  'contributor',
  'reader',
  'announcer',
  'scheduler',
] as const satisfies readonly TokenRole[]

/** A token for a team or a cluster has no role outside it. */
export type TokenGrant = {
  readonly role: TokenRole
  readonly team: string | null
  readonly cluster: string | null
  /** The name of the scheduler that it is; null: it is none. */
  readonly scheduler: string | null
}

export type GrantedRights = Pick<Actor, 'role' | 'teams' | 'cluster' | 'announces' | 'schedules'>

/** The rights of the holder of a token. */
export function rightsOfGrant({ role, team, cluster, scheduler }: TokenGrant): GrantedRights {
  const none = { role: null, teams: new Map(), cluster, announces: null, schedules: null }
  if (role === 'announcer') return { ...none, announces: team }
  if (role === 'scheduler') return { ...none, schedules: scheduler }
  return {
    ...none,
    role: team === null && cluster === null ? role : null,
    teams: new Map(team === null ? [] : [[team, teamRoleOf(role)]]),
  }
}

/** The role in a team that allows what a token of this role may there. */
function teamRoleOf(role: TokenRole): TeamRole {
  return role === 'reader' ? 'reader' : 'contributor'
}

/** The strongest first: each role includes all that follow. */
const LADDER: readonly TenantRole[] = ['admin', 'contributor', 'reader']

/**
 * Whether the maker may do all that the token would. Only an admin makes a cluster's, which shows all teams' placements, and a
 * scheduler's, which moves them.
 */
export function mayGrant(
  maker: Pick<Actor, 'role' | 'teams'>,
  { role, team, cluster }: TokenGrant,
): boolean {
  if (maker.role === 'admin') return true
  if (cluster !== null || role === 'scheduler') return false
  if (team === null) return role !== 'announcer' && isAtLeast(maker.role, role)
  const wanted = teamRoleOf(role)
  return isAtLeast(maker.role, wanted) || isAtLeast(maker.teams.get(team) ?? null, wanted)
}

function isAtLeast(held: TenantRole | null, wanted: TenantRole): boolean {
  return held !== null && LADDER.indexOf(held) <= LADDER.indexOf(wanted)
}
