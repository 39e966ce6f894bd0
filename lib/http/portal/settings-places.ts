// The parts of the settings, and the places of the navigation that somebody has no use for.
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { listPath, pagePaths } from '#lib/schemas/paths.ts'

type Part = {
  readonly href: string
  readonly label: string
  /** What its use case asks for permission to read. */
  readonly resource: (actor: Actor) => Resource
}

const settings = () => ({ kind: 'settings' }) as const

const PARTS: readonly Part[] = [
  { href: pagePaths.accessSettings, label: 'Access', resource: settings },
  {
    href: pagePaths.accessReview,
    label: 'Access review',
    resource: () => ({ kind: 'person', principal: null }),
  },
  { href: pagePaths.repositorySettings, label: 'Repository', resource: settings },
  { href: pagePaths.gitState, label: 'Git', resource: settings },
  { href: pagePaths.applicationKinds, label: 'Application kinds', resource: settings },
  { href: pagePaths.observedSettings, label: 'Cluster reports', resource: settings },
  { href: pagePaths.outgoingHosts, label: 'Outgoing calls', resource: settings },
  { href: pagePaths.upgrade, label: 'Upgrade', resource: () => ({ kind: 'tenant' }) },
  {
    href: pagePaths.tokens,
    label: 'Tokens',
    resource: (actor) => ({ kind: 'token', owner: principalOf(actor) }),
  },
]

/** The parts that the actor may read. */
export function settingsPartsOf(actor: Actor): readonly Pick<Part, 'href' | 'label'>[] {
  return PARTS.filter(({ resource }) => can(actor, 'read', resource(actor))).map(
    ({ href, label }) => ({ href, label }),
  )
}

/** The places that everybody with a role finds in the navigation, and nobody else. */
const FLEET_PLACES = [
  pagePaths.overview,
  pagePaths.matrix,
  ...KINDS.map(listPath),
  pagePaths.placements,
  pagePaths.rollouts,
  pagePaths.changes,
  pagePaths.pullRequests,
  pagePaths.history,
  pagePaths.alerts,
  pagePaths.import,
]

/** The places of the navigation that hold nothing for the actor. */
export function hiddenPlacesOf(actor: Actor): readonly string[] {
  return [
    ...(can(actor, 'read', { kind: 'tenant' }) ? [] : FLEET_PLACES),
    ...(can(actor, 'read', { kind: 'audit' }) ? [] : [pagePaths.audit]),
    ...(settingsPartsOf(actor).length > 0 ? [] : [pagePaths.settings]),
  ]
}
