// Who may do what: one table of action by resource. A resource that an actor may not read does not exist for them.
import type { Actor, TenantRole } from './actor.ts'

export type Action = 'read' | 'write'

/** What an action is on. `team` is the owning team's name; a policy without one is the platform's. */
export type Resource =
  | { readonly kind: 'tenant' }
  | { readonly kind: 'cluster' }
  /** What clusters pull: it shows every team's placements. */
  | { readonly kind: 'repository' }
  | { readonly kind: 'team'; readonly team: string }
  | { readonly kind: 'application'; readonly team: string }
  | { readonly kind: 'target-policy'; readonly team: string | null }

const reads: readonly TenantRole[] = ['admin', 'contributor', 'reader']
const edits: readonly TenantRole[] = ['admin', 'contributor']
const administers: readonly TenantRole[] = ['admin']

/** Whether the actor may do this to that. A person or token without any role may nothing. */
export function can(actor: Actor, action: Action, resource: Resource): boolean {
  return (
    hasTenantRole(actor, tenantRolesFor(action, resource)) || teamAllows(actor, action, resource)
  )
}

/** The teams whose applications, policies and placements the actor may read; null: every team's. */
export function readableTeams(actor: Actor): readonly string[] | null {
  return hasTenantRole(actor, reads) ? null : [...actor.teams.keys()].sort()
}

function hasTenantRole(actor: Actor, roles: readonly TenantRole[]): boolean {
  return actor.role !== null && roles.includes(actor.role)
}

function tenantRolesFor(action: Action, resource: Resource): readonly TenantRole[] {
  if (action === 'read') return reads
  const ownedByTeam =
    resource.kind === 'application' || (resource.kind === 'target-policy' && resource.team !== null)
  return ownedByTeam ? edits : administers
}

function teamAllows(actor: Actor, action: Action, resource: Resource): boolean {
  if (resource.kind === 'repository') return action === 'read' && actor.cluster !== null
  if (resource.kind === 'tenant') return action === 'read' && actor.teams.size > 0
  if (
    resource.kind === 'cluster' ||
    (resource.kind === 'target-policy' && resource.team === null)
  ) {
    return action === 'read' && actor.teams.size > 0
  }
  const role = resource.team === null ? undefined : actor.teams.get(resource.team)
  if (role === undefined) return false
  return action === 'read' || (role === 'contributor' && resource.kind !== 'team')
}
