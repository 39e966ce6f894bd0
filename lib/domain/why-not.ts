// Why somebody may not do something, in a sentence for people, and which groups would let them. It refuses exactly what
// the table of permissions refuses.
import type { AccessDirectory, RoleGrant } from './access.ts'
import type { Actor } from './actor.ts'
import {
  type Action,
  can,
  type Reach,
  type Resource,
  type ResourceName,
  type Role,
  ROLES,
  reaches,
  resourceName,
} from './permissions.ts'

export type WhyNot = {
  /** Who may: "Only admins and the team's contributors may change this application." */
  readonly reason: string
  /** The roles that may, the strongest first, and what gives each: groups and app roles by description, else by id. */
  readonly allowedBy: readonly { readonly role: Role; readonly grants: readonly string[] }[]
}

/** Null: the actor may. */
export function whyNot(
  actor: Actor,
  action: Action,
  resource: Resource,
  directory: AccessDirectory,
): WhyNot | null {
  if (can(actor, action, resource)) return null
  const roles = rolesThatMay(action, resource)
  return {
    reason: whoMay(action, resource),
    allowedBy: roles.flatMap((role) => {
      const isOwner =
        OWNERS[resource.kind] !== undefined && reachOf(role, action, resource) === 'own'
      const grants = isOwner ? null : grantsOf(role, resource, directory)
      return grants === null ? [] : [{ role, grants }]
    }),
  }
}

/** Who may do this to that: "Only admins may change this cluster." */
export function whoMay(action: Action, resource: Resource): string {
  const roles = rolesThatMay(action, resource)
  const verb = action === 'read' ? 'see' : 'change'
  const what = `may ${verb} ${WORDS[resourceName(resource)]}.`
  const who = [...new Set(roles.map((role) => rolePhrase(role, action, resource)))]
  if (who.length === 0) return `Nobody ${what}`
  const last = who.at(-1)!
  const all = who.length === 1 ? last : `${who.slice(0, -1).join(', ')} and ${last}`
  return `Only ${all} ${what}`
}

const WORDS: Readonly<Record<ResourceName, string>> = {
  tenant: 'the tenant',
  cluster: 'this cluster',
  repository: 'the repository',
  team: 'this team',
  application: 'this application',
  'target-policy': 'this policy',
  'platform-policy': "the platform's policies",
  settings: 'the settings',
  token: 'this token',
  audit: 'the audit log',
  'team-request': 'this team request',
  person: 'what somebody else may do',
}

/** Those of the table that could: who asks for everybody's can't do with what is their own. */
function rolesThatMay(action: Action, resource: Resource): readonly Role[] {
  return ROLES.filter((role) => {
    const reach = reachOf(role, action, resource)
    return reach === 'all' || (reach === 'own' && !isAnybodys(resource))
  })
}

function reachOf(role: Role, action: Action, resource: Resource): Reach | undefined {
  return reaches(resourceName(resource), action)[role]
}

function isAnybodys(resource: Resource): boolean {
  return (
    (resource.kind === 'token' && resource.owner === null) ||
    (resource.kind === 'team-request' && resource.asker === null) ||
    (resource.kind === 'person' && resource.principal === null)
  )
}

const OWNERS: Readonly<Partial<Record<Resource['kind'], string>>> = {
  token: 'its owner',
  'team-request': 'whoever asked for it',
  person: 'they themselves',
}

const PLURALS: Readonly<Record<Role, string>> = {
  admin: 'admins',
  contributor: 'contributors',
  reader: 'readers',
  'team contributor': "teams' contributors",
  'team reader': "teams' readers",
  member: 'the people of the tenant',
  cluster: 'clusters',
}

function rolePhrase(role: Role, action: Action, resource: Resource): string {
  const owner = OWNERS[resource.kind]
  if (reachOf(role, action, resource) === 'all') return PLURALS[role]
  if (owner !== undefined) return owner
  return `the ${PLURALS[role].replace("teams'", "team's")}`
}

/** Null: no group gives the role here, as it is the owner's or anybody's with a team. */
function grantsOf(
  role: Role,
  resource: Resource,
  { grants, teams }: AccessDirectory,
): readonly string[] | null {
  if (role === 'team contributor' || role === 'team reader') {
    const owner = 'team' in resource ? resource.team : null
    if (owner === null) return null
    const groups = teams.find(({ team }) => team === owner)?.groups ?? []
    return groups.filter((group) => `team ${group.role}` === role).map(({ id }) => `group ${id}`)
  }
  if (role === 'member' || role === 'cluster') return null
  return grants.filter((grant) => grant.role === role).map(describeGrant)
}

function describeGrant({ source, value, description }: RoleGrant): string {
  if (description !== '') return description
  return `${source === 'group' ? 'group' : 'app role'} ${value}`
}
