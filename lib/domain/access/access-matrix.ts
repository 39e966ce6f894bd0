// What somebody may do, for people to read: every row of the table of permissions with its answer and the reason.
import { isKind, type Kind } from '#lib/domain/objects/kinds.ts'
import type { AccessDirectory } from './access.ts'
import { type Actor, principalOf } from './actor.ts'
import {
  type Action,
  ACTIONS,
  can,
  canEverywhere,
  isPlatformName,
  objectResource,
  platformKindOf,
  type PlatformName,
  RESOURCE_NAMES,
  type Reach,
  type Resource,
  type ResourceName,
} from './permissions.ts'
import { type WhyNot, whyNot } from './why-not.ts'

export type MatrixRow = {
  readonly resource: ResourceName
  readonly action: Action
  /** `own`: in `teams`, or what belongs to the person. */
  readonly allowed: Reach | 'none'
  /** The teams whose role allows it; empty where roles in teams don't matter. */
  readonly teams: readonly string[]
  /** Why not, where it isn't allowed at all; it names the groups that would allow it. */
  readonly refusal: WhyNot | null
}

export function accessMatrix(actor: Actor, directory: AccessDirectory): readonly MatrixRow[] {
  return RESOURCE_NAMES.flatMap((name) =>
    ACTIONS.map((action) => matrixRow(actor, action, name, directory)),
  )
}

function matrixRow(
  actor: Actor,
  action: Action,
  resource: ResourceName,
  directory: AccessDirectory,
): MatrixRow {
  const row = { resource, action, teams: [], refusal: null }
  if (canEverywhere(actor, action, resource)) return { ...row, allowed: 'all' }
  const teams = [...actor.teams.keys()].filter((team) =>
    can(actor, action, someResource(resource, { ...NOBODY, team })),
  )
  if (teams.length > 0) return { ...row, allowed: 'own', teams: teams.sort() }
  const { cluster, groups } = actor
  const own = { ...NOBODY, principal: principalOf(actor), cluster, groups }
  if (can(actor, action, someResource(resource, own))) {
    return { ...row, allowed: 'own' }
  }
  const refused = someResource(resource, NOBODY)
  const refusal = whyNot(actor, action, refused, directory)
  const allowedBy = refusal?.allowedBy.filter(({ grants }) => grants.length > 0) ?? []
  return { ...row, allowed: 'none', refusal: refusal && { ...refusal, allowedBy } }
}

type Owner = {
  readonly team: string
  readonly principal: string | null
  readonly cluster: string | null
  readonly groups: readonly string[]
}

/** No real team is named ''. */
const NOBODY: Owner = { team: '', principal: null, cluster: null, groups: [] }

/** An example of each resource. */
function someResource(name: ResourceName, owner: Owner): Resource {
  if (isKind(name)) return objectResource(name, owner.team)
  if (isPlatformName(name)) {
    return { kind: platformKindOf(name), team: null, concerning: [owner.team] }
  }
  return EXAMPLES[name](owner)
}

const EXAMPLES: Readonly<
  Record<Exclude<ResourceName, Kind | PlatformName>, (owner: Owner) => Resource>
> = {
  tenant: () => ({ kind: 'tenant' }),
  repository: () => ({ kind: 'repository' }),
  settings: () => ({ kind: 'settings' }),
  token: ({ principal }) => ({ kind: 'token', owner: principal }),
  'saved-view': ({ principal }) => ({ kind: 'saved-view', owner: principal }),
  'team-view': ({ team }) => ({ kind: 'team-view', team }),
  audit: () => ({ kind: 'audit' }),
  'team-request': ({ principal }) => ({ kind: 'team-request', asker: principal }),
  'team-wish': ({ team }) => ({ kind: 'team-wish', team }),
  registration: ({ principal }) => ({ kind: 'registration', secret: principal }),
  'report-file': ({ team }) => ({ kind: 'report-file', team }),
  report: ({ cluster }) => ({ kind: 'report', cluster }),
  'foreign-application': () => ({ kind: 'foreign-application' }),
  person: ({ principal }) => ({ kind: 'person', principal }),
  version: ({ team }) => ({ kind: 'version', team }),
  'shared-application': ({ team }) => ({ kind: 'application', team, visibility: 'tenant' }),
  'shared-version': ({ team }) => ({ kind: 'version', team, visibility: 'tenant' }),
  hook: ({ team }) => ({ kind: 'hook', team }),
  'repository-hook': () => ({ kind: 'hook', team: null }),
  'repository-event': () => ({ kind: 'repository-event' }),
  rollout: ({ team }) => ({ kind: 'rollout', team }),
  hold: ({ team }) => ({ kind: 'hold', team }),
  approval: ({ team }) => ({ kind: 'approval', team }),
  override: ({ team }) => ({ kind: 'override', team }),
  check: ({ team }) => ({ kind: 'check', team }),
  decision: ({ team }) => ({ kind: 'decision', team, scheduler: null }),
  score: () => ({ kind: 'score' }),
  'pull-request': ({ groups }) => ({ kind: 'pull-request', deployers: groups }),
}
