// Why somebody may not do something, in a sentence for people, and which groups would let them. It refuses exactly what the
// table of permissions refuses.
import { isKind, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { AccessDirectory, RoleGrant } from './access.ts'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { Actor, TenantRole } from './actor.ts'
import {
  type Action,
  can,
  isPlatformName,
  objectResource,
  type PlatformName,
  platformKindOf,
  type Reach,
  type ResourceName,
  type Role,
  ROLES,
  reaches,
  resourceName,
} from './permissions.ts'
import type { Resource } from './resource.ts'

export type WhyNot = {
  /** Who may: "Only admins and the team's contributors may change this application." */
  readonly reason: string
  /** The roles that may, the strongest first, and what gives each: groups and app roles by description and id. */
  readonly allowedBy: readonly { readonly role: Role; readonly grants: readonly string[] }[]
}

/** Null: the actor may do it. */
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

/**
 * Why somebody can't create an object of a kind in any team; null: they can in some team. Of the teams' groups it names
 * those of the actor's own teams: there are too many others.
 */
export function whyNoNew(actor: Actor, kind: Kind, directory: AccessDirectory): WhyNot | null {
  const teams = [...actor.teams.keys()]
  const owners = [null, '', ...teams].map((team) => objectResource(kind, team))
  if (owners.some((resource) => can(actor, 'write', resource))) return null
  const roles = ROLES.filter((role) => owners.some((to) => reachOf(role, 'write', to)))
  return {
    reason: `Only ${joined(
      roles.map((role) => PLURALS[role]),
      'and',
    )} may create ${kinds[kind].words}.`,
    allowedBy: roles.map((role) => ({
      role,
      grants: isTeamRole(role)
        ? teams.flatMap((team) => teamGrants(role, team, directory))
        : tenantGrants(role, directory),
    })),
  }
}

/** More of them don't help anybody to find the one to ask for. */
const GRANTS_TOLD = 3

/** All of it as one text: who may, and which groups would be enough, those that give the least first. */
export function whyNotText({ reason, allowedBy }: WhyNot): string {
  if (allowedBy.length === 0) return reason
  const grants = [...new Set(allowedBy.toReversed().flatMap(({ grants }) => grants))]
  if (grants.length === 0) return `${reason} No group gives that yet.`
  const more = grants.length - GRANTS_TOLD
  const told = grants.slice(0, GRANTS_TOLD)
  const all = joined(more > 0 ? [...told, `one of ${more} more`] : told, 'or')
  return `${reason} ${all.charAt(0).toUpperCase()}${all.slice(1)} would allow it.`
}

function joined(texts: readonly string[], word: 'and' | 'or'): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`
}

/** Who may do this to that: "Only admins may change this cluster." */
export function whoMay(action: Action, resource: Resource): string {
  const roles = rolesThatMay(action, resource)
  const verb = action === 'read' ? 'see' : 'change'
  const what = `may ${verb} ${wordsOf(resourceName(resource))}.`
  const who = [...new Set(roles.map((role) => rolePhrase(role, action, resource)))]
  return who.length === 0 ? `Nobody ${what}` : `Only ${joined(who, 'and')} ${what}`
}

function wordsOf(name: ResourceName): string {
  if (isKind(name)) return `this ${kinds[name].word}`
  return isPlatformName(name) ? `the platform's ${kinds[platformKindOf(name)].words}` : WORDS[name]
}

const WORDS: Readonly<Record<Exclude<ResourceName, Kind | PlatformName>, string>> = {
  check: 'the checks of this rollout',
  tenant: 'the tenant',
  repository: 'the repository',
  settings: 'the settings',
  token: 'this token',
  'saved-view': 'this view',
  'team-view': 'the views of this team',
  audit: 'the audit log',
  'team-request': 'this team request',
  'team-wish': 'what this team asks for',
  person: 'what somebody else may do',
  report: 'what this cluster reports',
  'foreign-application': 'what clusters run besides',
  registration: 'how clusters register themselves',
  'report-file': 'what was made of this report',
  version: 'the versions of this application',
  'shared-application': 'this application',
  'shared-version': 'the versions of this application',
  hook: 'the push webhooks of this team',
  'repository-hook': 'the webhooks of the repository',
  'repository-event': 'what the host of the repository tells',
  rollout: 'this rollout',
  hold: 'what clusters hold of this application',
  approval: 'what is said at the gates of this rollout',
  override: 'which gates of this rollout are passed',
  decision: 'what this policy decides',
  score: 'the scores of clusters',
  'pull-request': 'this pull request',
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
    ('owner' in resource && resource.owner === null) ||
    (resource.kind === 'team-request' && resource.asker === null) ||
    (resource.kind === 'person' && resource.principal === null) ||
    (resource.kind === 'report' && resource.cluster === null) ||
    (resource.kind === 'registration' && resource.secret === null)
  )
}

const OWNERS: Readonly<Partial<Record<Resource['kind'], string>>> = {
  token: 'its owner',
  'saved-view': 'its owner',
  'team-request': 'whoever asked for it',
  person: 'they themselves',
  report: 'the cluster itself',
  registration: 'whoever has the secret of a registration token',
  'pull-request': 'those who roll out into its environments',
}

const PLURALS: Readonly<Record<Role, string>> = {
  admin: 'admins',
  contributor: 'contributors',
  reader: 'readers',
  'team contributor': "teams' contributors",
  'team reader': "teams' readers",
  'team announcer': "teams' announcers",
  member: 'the people of the tenant',
  cluster: 'clusters',
  scheduler: 'schedulers',
  registration: 'those who have the secret of a registration token',
  'repository host': 'the host of the repository',
}

function rolePhrase(role: Role, action: Action, resource: Resource): string {
  const owner = OWNERS[resource.kind]
  if (reachOf(role, action, resource) === 'all') return PLURALS[role]
  if (role === 'scheduler') return 'its scheduler'
  if (owner !== undefined) return owner
  return `the ${PLURALS[role].replace("teams'", "team's")}`
}

/** Null: no group gives the role here, as it is the owner's or anybody's with a team. */
function grantsOf(
  role: Role,
  resource: Resource,
  directory: AccessDirectory,
): readonly string[] | null {
  if (isTeamRole(role)) {
    const owner = 'team' in resource ? resource.team : null
    return owner === null ? null : teamGrants(role, owner, directory)
  }
  return isGranted(role) ? tenantGrants(role, directory) : null
}

function isGranted(role: Role): role is TenantRole {
  return role === 'admin' || role === 'contributor' || role === 'reader'
}

type RoleOfTeams = `team ${TeamRole}`

function isTeamRole(role: Role): role is RoleOfTeams {
  return role === 'team contributor' || role === 'team reader'
}

function teamGrants(role: RoleOfTeams, owner: string, { teams }: AccessDirectory): string[] {
  const groups = teams.find(({ team }) => team === owner)?.groups ?? []
  return groups.filter((group) => `team ${group.role}` === role).map(({ id }) => `group ${id}`)
}

function tenantGrants(role: Role, { grants }: AccessDirectory): string[] {
  return grants.filter((grant) => grant.role === role).map(describeGrant)
}

/** By what people call it, where it has such a name, and always by what it is. */
function describeGrant({ source, value, description }: RoleGrant): string {
  const kind = source === 'group' ? 'group' : 'app role'
  return description === '' ? `${kind} ${value}` : `${kind} ${description} (${value})`
}
