// Who may do what: one table of role by action by resource, and nothing else decides. A resource that an actor may not read
// does not exist for them. Roles are a ladder: a stronger role may do all that a weaker one may.
import { isKind, isOwned, type Kind, KINDS, type KindOwned } from '#lib/domain/objects/kinds.ts'
import { type Actor, principalOf } from './actor.ts'

export type Action = 'read' | 'write'
export const ACTIONS: readonly Action[] = ['read', 'write']

/** What an action is on. `team` is the owning team's name; a policy without one is the platform's. */
export type Resource =
  | { readonly kind: KindOwned<'platform'> }
  | { readonly kind: KindOwned<'team' | 'itself'>; readonly team: string }
  | {
      readonly kind: KindOwned<'team-or-platform'>
      readonly team: string | null
      /** Of the platform's: teams with applications that it selects, as far as that was looked up. */
      readonly concerning?: readonly string[]
    }
  | { readonly kind: 'tenant' }
  /** What clusters pull: it shows every team's placements. */
  | { readonly kind: 'repository' }
  /** Which groups give which role, and where the tenant's repository is. */
  | { readonly kind: 'settings' }
  /** `owner` is a principal; null: any owner, so that only those who may act on everybody's tokens may. */
  | { readonly kind: 'token'; readonly owner: string | null }
  /** Somebody's own view of a list. `owner` is a principal; null: anybody's. */
  | { readonly kind: 'saved-view'; readonly owner: string | null }
  | { readonly kind: 'team-view'; readonly team: string }
  | { readonly kind: 'audit' }
  /** Writing one's own means asking and withdrawing. `asker` is a principal; null: anybody, as for deciding. */
  | { readonly kind: 'team-request'; readonly asker: string | null }
  /** What a team asks for, besides what it has. Writing it means asking. */
  | { readonly kind: 'team-wish'; readonly team: string }
  /** That a cluster registers itself. `secret` is the principal of a registration token; null: none. */
  | { readonly kind: 'registration'; readonly secret: string | null }
  /** What was made of a saved report. `team` null: of the platform's. */
  | { readonly kind: 'report-file'; readonly team: string | null }
  /** What a cluster reports of itself. `cluster` is its name; null: any. */
  | { readonly kind: 'report'; readonly cluster: string | null }
  /** Of applications of the team. Writing one is to announce it. */
  | { readonly kind: 'version'; readonly team: string }
  /** The same of an application that its team shows to the whole tenant. */
  | { readonly kind: SharedKind; readonly team: string; readonly visibility: 'tenant' }
  /**
   * By which a Git host announces versions of the team's applications. `team` null: by which the host of the tenant's repository
   * tells what happened there.
   */
  | { readonly kind: 'hook'; readonly team: string | null }
  /** What happened in the tenant's repository. Writing it is to tell of it. */
  | { readonly kind: 'repository-event' }
  /** Writing one is to start it, and to hold it up, end it or take it back. `team` owns the application. */
  | { readonly kind: 'rollout'; readonly team: string }
  /** That a cluster keeps its version of an application until a date. `team` owns the application. */
  | { readonly kind: 'hold'; readonly team: string }
  /** What is said at the gates of a rollout, by those whose group the gate names. */
  | { readonly kind: 'approval'; readonly team: string }
  /** Passing a gate that doesn’t hold, by overriders of the environment and admins. */
  | { readonly kind: 'override'; readonly team: string }
  /** What a program says of a wave of a rollout: that what it checked is well, or isn’t. */
  | { readonly kind: 'check'; readonly team: string }
  /**
   * On which clusters a policy's applications are placed, where a scheduler chooses. `team` owns the policy; null: the platform.
   * `scheduler` null: none chooses.
   */
  | { readonly kind: 'decision'; readonly team: string | null; readonly scheduler: string | null }
  /** Numbers of clusters by which some are preferred. */
  | { readonly kind: 'score' }
  /** In which changes wait for a branch. Writing it is to open it again; `deployers` are the groups that roll out there. */
  | { readonly kind: 'pull-request'; readonly deployers: readonly string[] }
  /** What a cluster runs that Berth didn't make: whose it is, nobody knows. */
  | { readonly kind: 'foreign-application' }
  /** What somebody may do. `principal` null: anybody. */
  | { readonly kind: 'person'; readonly principal: string | null }

/** What the rest of a tenant may read of an application where its team lets it. */
type SharedKind = 'application' | 'version'

/**
 * `team announcer`: a token that announces a team's versions. `member`: every person of the tenant, whatever else they are.
 * `cluster`: a cluster's token. `scheduler`: that of a scheduler. `registration`: the secret of a registration token. `repository host`: the host of the tenant's
 * repository, by its webhook.
 */
export const ROLES = [
  'admin',
  'contributor',
  'reader',
  'team contributor',
  'team reader',
  'team announcer',
  'member',
  'cluster',
  'scheduler',
  'registration',
  'repository host',
] as const
export type Role = (typeof ROLES)[number]

/** `own`: only what belongs to the team that gives the role or concerns it, or belongs to the actor, or names one of their groups. */
export type Reach = 'all' | 'own'

/** The kinds of which teams see the platform's only where it selects an application of theirs. */
export type ConcerningKind = {
  [K in KindOwned<'team-or-platform'>]: (typeof PERMISSIONS)[`platform-${K}`] extends {
    read: { 'team reader': 'own' }
  }
    ? K
    : never
}[KindOwned<'team-or-platform'>]

type Row = Readonly<Record<Action, Readonly<Partial<Record<Role, Reach>>>>>

const everyTenantRole = { admin: 'all', contributor: 'all', reader: 'all' } as const
const everyTeamRole = { 'team contributor': 'all', 'team reader': 'all' } as const
const ownOfTeamRoles = { 'team contributor': 'own', 'team reader': 'own' } as const
const ofTeam: Row = {
  read: { ...everyTenantRole, ...ownOfTeamRoles },
  write: { admin: 'all', contributor: 'all', 'team contributor': 'own' },
}
/** Whoever may see it and is in a group that its environment names: groups are asked where it is done. */
const ofNamedGroups: Row = { read: ofTeam.read, write: ofTeam.read }
/** What everybody with a role, and every person, has for themselves. */
const ofOneself = {
  admin: 'own',
  contributor: 'own',
  reader: 'own',
  ...ownOfTeamRoles,
  member: 'own',
} as const
const ofAnnouncer = { 'team announcer': 'own' } as const
/** What programs say of a version. */
const ofTeamAndAnnouncer: Row = {
  read: { ...ofTeam.read, ...ofAnnouncer },
  write: { ...ofTeam.write, ...ofAnnouncer },
}
const ofPlatform: Row = {
  read: { ...everyTenantRole, ...everyTeamRole },
  write: { admin: 'all' },
}

/** Teams see what selects an application of theirs. */
const ofPlatformAndConcerned = {
  read: { ...everyTenantRole, ...ownOfTeamRoles },
  write: { admin: 'all' },
} as const satisfies Row

/** The row for the platform's own objects of a kind that teams may own, too. */
export type PlatformName = `platform-${KindOwned<'team-or-platform'>}`

/** The row for what a team shows to the whole tenant. */
type SharedName = `shared-${SharedKind}`

export const RESOURCE_NAMES = [
  'tenant',
  'cluster',
  'cluster-type',
  'registration-token',
  'registration',
  'repository',
  'team',
  'application',
  'shared-application',
  'target-policy',
  'platform-target-policy',
  'config',
  'platform-config',
  'config-schema',
  'platform-config-schema',
  'scheduler',
  'environment',
  'freeze',
  'platform-freeze',
  'guard-rule',
  'alert-rule',
  'platform-alert-rule',
  'silence',
  'subscription',
  'platform-subscription',
  'saved-report',
  'platform-saved-report',
  'report-file',
  'metric-source',
  'settings',
  'token',
  'saved-view',
  'team-view',
  'audit',
  'team-request',
  'team-wish',
  'person',
  'report',
  'foreign-application',
  'version',
  'shared-version',
  'hook',
  'repository-hook',
  'repository-event',
  'rollout',
  'hold',
  'approval',
  'override',
  'check',
  'decision',
  'score',
  'pull-request',
] as const satisfies readonly (Resource['kind'] | PlatformName | SharedName | 'repository-hook')[]
export type ResourceName = (typeof RESOURCE_NAMES)[number]

/** A role that is not named in a cell may not. */
export const PERMISSIONS = {
  tenant: ofPlatform,
  cluster: ofPlatform,
  'cluster-type': ofPlatform,
  'registration-token': ofPlatform,
  registration: {
    read: { ...ofPlatform.read, registration: 'own' },
    write: { registration: 'own' },
  },
  repository: { read: { ...everyTenantRole, cluster: 'all' }, write: { admin: 'all' } },
  team: { read: ofTeam.read, write: { admin: 'all' } },
  application: ofTeam,
  'shared-application': { read: ofPlatform.read, write: ofTeam.write },
  'target-policy': ofTeam,
  'platform-target-policy': ofPlatform,
  config: ofTeam,
  'platform-config': ofPlatformAndConcerned,
  'config-schema': ofTeam,
  'platform-config-schema': ofPlatformAndConcerned,
  scheduler: ofPlatform,
  environment: ofPlatform,
  freeze: ofTeam,
  'platform-freeze': ofPlatform,
  'guard-rule': ofPlatform,
  'alert-rule': ofTeam,
  'platform-alert-rule': ofPlatform,
  silence: ofPlatform,
  subscription: ofTeam,
  'platform-subscription': ofPlatform,
  'saved-report': ofTeam,
  'platform-saved-report': ofPlatform,
  // The platform's contain what every team may see, so those who may only read a team get none of them.
  'report-file': { read: ofTeam.read, write: {} },
  'metric-source': ofPlatform,
  settings: { read: everyTenantRole, write: { admin: 'all' } },
  token: {
    read: { ...everyTenantRole, ...ownOfTeamRoles },
    write: { admin: 'all', contributor: 'own', reader: 'own', ...ownOfTeamRoles },
  },
  'saved-view': { read: ofOneself, write: ofOneself },
  'team-view': ofTeam,
  audit: { read: everyTenantRole, write: {} },
  'team-request': {
    read: { ...everyTenantRole, member: 'own' },
    write: { admin: 'all', member: 'own' },
  },
  'team-wish': ofTeam,
  person: {
    read: { ...everyTenantRole, ...ownOfTeamRoles, member: 'own', cluster: 'own' },
    write: {},
  },
  report: {
    read: { ...everyTenantRole, ...everyTeamRole, cluster: 'own' },
    write: { admin: 'all', cluster: 'own' },
  },
  'foreign-application': { read: everyTenantRole, write: {} },
  version: ofTeamAndAnnouncer,
  'shared-version': {
    read: { ...ofPlatform.read, ...ofAnnouncer },
    write: ofTeamAndAnnouncer.write,
  },
  hook: ofTeam,
  'repository-hook': { read: everyTenantRole, write: { admin: 'all' } },
  'repository-event': { read: { 'repository host': 'all' }, write: { 'repository host': 'all' } },
  // What became of what it announced.
  rollout: { read: { ...ofTeam.read, ...ofAnnouncer }, write: ofTeam.write },
  hold: ofTeam,
  approval: ofNamedGroups,
  override: ofNamedGroups,
  check: ofTeamAndAnnouncer,
  // Of the platform's, it names every team's applications.
  decision: {
    read: { ...ofTeam.read, scheduler: 'own' },
    write: { admin: 'all', scheduler: 'own' },
  },
  score: {
    read: { ...ofPlatform.read, scheduler: 'all' },
    write: { admin: 'all', scheduler: 'all' },
  },
  // Of everybody's changes, so that nobody waits for a decision unseen; its title is for those who see every team.
  'pull-request': {
    read: ofPlatform.read,
    write: { admin: 'all', contributor: 'all', reader: 'own', ...ownOfTeamRoles },
  },
} as const satisfies Readonly<Record<ResourceName, Row>>

/** The resource to ask a permission for, for an object of a kind; `team` is the owner's name, where it has one. */
export function objectResource(kind: Kind, team: string | null): Resource {
  if (isOwned(kind, 'platform')) return { kind }
  return isOwned(kind, 'team-or-platform') ? { kind, team } : { kind, team: team ?? '' }
}

/**
 * A row of the table: a kind of resource, where what the platform owns, what teams own, and what these show to the whole tenant
 * have separate rows.
 */
export function resourceName(resource: Resource): ResourceName {
  if ('visibility' in resource) return `shared-${resource.kind}`
  const { kind } = resource
  const isPlatforms = 'team' in resource && resource.team === null
  if (kind === 'hook' && isPlatforms) return 'repository-hook'
  return isPlatforms && isKind(kind) && isOwned(kind, 'team-or-platform')
    ? `platform-${kind}`
    : kind
}

export function isPlatformName(name: ResourceName): name is PlatformName {
  return PLATFORM_KINDS.has(name)
}

/** The kind whose platform's objects a row is about. */
export function platformKindOf(name: PlatformName): KindOwned<'team-or-platform'> {
  return PLATFORM_KINDS.get(name)!
}

const PLATFORM_KINDS: ReadonlyMap<string, KindOwned<'team-or-platform'>> = new Map(
  KINDS.filter((kind) => isOwned(kind, 'team-or-platform')).map((kind) => [
    `platform-${kind}`,
    kind,
  ]),
)

export function isConcerningKind(kind: Kind): kind is ConcerningKind {
  return (
    isOwned(kind, 'team-or-platform') &&
    reaches(`platform-${kind}`, 'read')['team reader'] === 'own'
  )
}

export const CONCERNING_KINDS: readonly ConcerningKind[] = KINDS.filter(isConcerningKind)

/** The rows of the table that are about objects of a kind. */
export function objectNames(kind: Kind): readonly ResourceName[] {
  const owners = [objectResource(kind, ''), objectResource(kind, null)]
  return [...new Set(owners.map(resourceName))]
}

/** The roles that may do this, as the table says. */
export function reaches(name: ResourceName, action: Action): Row[Action] {
  return PERMISSIONS[name][action]
}

/** Whether the actor may do this to that. A token without any role may nothing. */
export function can(actor: Actor, action: Action, resource: Resource): boolean {
  const allowed = reaches(resourceName(resource), action)
  return heldRoles(actor).some(({ role, team }) => {
    const reach = allowed[role]
    return reach === 'all' || (reach === 'own' && isOwn(actor, { role, team }, resource))
  })
}

/** Whether there can be a resource with this name on which the actor may do this. */
export function canSomewhere(actor: Actor, action: Action, name: ResourceName): boolean {
  const allowed = reaches(name, action)
  return heldRoles(actor).some(({ role }) => allowed[role] !== undefined)
}

/** Whether the actor may do this to every resource with this name, whoever owns it. */
export function canEverywhere(actor: Actor, action: Action, name: ResourceName): boolean {
  const allowed = reaches(name, action)
  return heldRoles(actor).some(({ role }) => allowed[role] === 'all')
}

/** The teams whose applications, policies and placements, or whose resources with this name, the actor may read; null: every team's. */
export function readableTeams(
  actor: Actor,
  name: ResourceName = 'application',
): readonly string[] | null {
  return teamsWhere(actor, 'read', name)
}

/** The teams whose resources with this name the actor may write; null: every team's. */
export function writableTeams(actor: Actor, name: ResourceName): readonly string[] | null {
  return teamsWhere(actor, 'write', name)
}

function teamsWhere(actor: Actor, action: Action, name: ResourceName): readonly string[] | null {
  if (canEverywhere(actor, action, name)) return null
  const allowed = reaches(name, action)
  return heldRoles(actor)
    .flatMap(({ role, team }) => (team !== null && allowed[role] === 'own' ? [team] : []))
    .sort()
}

/** The principal whose tokens or requests are the only ones that the actor may read; null: everybody's. */
export function readableOwner(actor: Actor, name: 'token' | 'team-request'): string | null {
  return canEverywhere(actor, 'read', name) ? null : principalOf(actor)
}

type HeldRole = { readonly role: Role; readonly team: string | null }

function heldRoles(actor: Actor): HeldRole[] {
  const { kind, role, teams, cluster, registers, announces, schedules, tellsOfRepository } = actor

  const held: HeldRole[] = role === null ? [] : [{ role, team: null }]
  for (const [team, teamRole] of teams) held.push({ role: `team ${teamRole}`, team })
  if (announces !== null) held.push({ role: 'team announcer', team: announces })
  if (kind === 'person') held.push({ role: 'member', team: null })
  if (cluster !== null) held.push({ role: 'cluster', team: null })
  if (schedules !== null) held.push({ role: 'scheduler', team: null })
  if (registers) held.push({ role: 'registration', team: null })
  if (tellsOfRepository) held.push({ role: 'repository host', team: null })
  return held
}

function isOwn(actor: Actor, { role, team }: HeldRole, resource: Resource): boolean {
  switch (resource.kind) {
    case 'token':
    case 'saved-view':
      return resource.owner === principalOf(actor)
    case 'team-request':
      return resource.asker === principalOf(actor)
    case 'person':
      return resource.principal === principalOf(actor)
    case 'registration':
      return resource.secret === principalOf(actor)
    case 'report':
      return resource.cluster === actor.cluster
    case 'decision':
      if (role === 'scheduler') return resource.scheduler === actor.schedules
      return team !== null && resource.team === team
    case 'pull-request':
      return resource.deployers.some((group) => actor.groups.includes(group))
    default:
      return team !== null && 'team' in resource && isOfTeam(resource, team)
  }
}

function isOfTeam(
  resource: { readonly team: string | null; readonly concerning?: readonly string[] },
  team: string,
): boolean {
  return resource.team === team || resource.concerning?.includes(team) === true
}
