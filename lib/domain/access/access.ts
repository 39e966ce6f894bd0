// Turns what an identity provider says of somebody into what they may do here, and why. More groups never give fewer
// rights, and the intersection of two rights never allows what one of them refuses.
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { Actor, TenantRole } from './actor.ts'

export type GrantSource = 'group' | 'role'

/** A group or an app role of the identity provider, and the role in the whole tenant that it gives. */
export type RoleGrant = {
  readonly source: GrantSource
  /** Compared exactly: ids of Microsoft Entra ID are kept in lower case, those of others as they are. */
  readonly value: string
  readonly role: TenantRole
  /** For people to read: ids say little. */
  readonly description: string
}

type TeamGroups = {
  readonly team: string
  readonly groups: readonly { readonly id: string; readonly role: TeamRole }[]
}

/** All that gives rights in a tenant. */
export type AccessDirectory = {
  readonly grants: readonly RoleGrant[]
  readonly teams: readonly TeamGroups[]
}

/** What the identity provider says of somebody. */
export type Memberships = {
  readonly groups: readonly string[]
  /** App roles. */
  readonly roles: readonly string[]
}

/** What gave a role: a grant, or a team's group. */
export type Because =
  | { readonly kind: 'grant'; readonly grant: RoleGrant }
  | {
      readonly kind: 'team'
      readonly team: string
      readonly group: string
      readonly role: TeamRole
    }

export type Rights = Pick<Actor, 'role' | 'teams'> & {
  /** Everything that gives a role, even where something else gives a stronger one. */
  readonly because: readonly Because[]
}

export const noRights: Rights = { role: null, teams: new Map(), because: [] }

/** The strongest role that any membership gives, in the tenant and in each team. */
export function rightsOf(memberships: Memberships, directory: AccessDirectory): Rights {
  const held = { group: new Set(memberships.groups), role: new Set(memberships.roles) }
  const because: Because[] = []
  let role: TenantRole | null = null
  for (const grant of directory.grants) {
    if (!held[grant.source].has(grant.value)) continue
    because.push({ kind: 'grant', grant })
    role = strongerRole(role, grant.role)
  }
  const teams = new Map<string, TeamRole>()
  for (const { team, groups } of directory.teams) {
    for (const { id, role: teamRole } of groups) {
      if (!held.group.has(id)) continue
      because.push({ kind: 'team', team, group: id, role: teamRole })
      teams.set(team, strongerTeamRole(teams.get(team), teamRole))
    }
  }
  return { role, teams, because }
}

/** Whether somebody sees a team with these groups: through one of them, or through a role in the whole tenant. */
export function seesTeam(
  memberships: Memberships,
  grants: AccessDirectory['grants'],
  groups: TeamGroups['groups'],
): boolean {
  const { role, teams } = rightsOf(memberships, { grants, teams: [{ team: '', groups }] })
  return role !== null || teams.size > 0
}

/**
 * What both allow, as for a token and the person who made it. A role in the tenant counts in each team for what it allows
 * there. Only the person is told what gave the rights, so `because` is that of `a`.
 */
export function intersectRights(a: Rights, b: Pick<Rights, 'role' | 'teams'>): Rights {
  const teams = new Map<string, TeamRole>()
  for (const team of new Set([...a.teams.keys(), ...b.teams.keys()])) {
    const [one, other] = [roleInTeam(a, team), roleInTeam(b, team)]
    if (one && other) teams.set(team, one === other ? one : 'reader')
  }
  return { role: weakerRole(a.role, b.role), teams, because: a.because }
}

const LADDER: readonly (TenantRole | null)[] = [null, 'reader', 'contributor', 'admin']

function strongerRole(a: TenantRole | null, b: TenantRole | null): TenantRole | null {
  return LADDER.indexOf(a) >= LADDER.indexOf(b) ? a : b
}

function weakerRole(a: TenantRole | null, b: TenantRole | null): TenantRole | null {
  return strongerRole(a, b) === a ? b : a
}

function strongerTeamRole(a: TeamRole | undefined, b: TeamRole): TeamRole {
  return a === 'contributor' ? a : b
}

function roleInTeam({ role, teams }: Pick<Rights, 'role' | 'teams'>, team: string) {
  if (role === 'admin' || role === 'contributor') return 'contributor'
  return teams.get(team) ?? (role === 'reader' ? 'reader' : null)
}
