// What is wrong with what an application needs on one cluster. It is nothing exactly where `metClusters` says that all is there.
import { type Delivered, deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { revisionWords } from '#lib/domain/objects/application/source-words.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { BlockedCode } from '#lib/domain/objects/blocked-by.ts'
import { OK_STATES, type State } from '#lib/domain/observed/states.ts'
import { commitOf, type Release } from '#lib/domain/releases/release.ts'
import { hasBit, intersect, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { wholeIn } from './behind.ts'
import { neededBy } from './needed.ts'

/** What is known of an application on a cluster where it is released. */
export type Said = {
  /** Whether the cluster ever reported anything. */
  readonly reports: boolean
  /** Since when nothing is heard of it, if it is silent. */
  readonly silentSince: Date | null
  /** What it said of the application last, however long ago; null: nothing. */
  readonly state: State | null
  readonly since: Date | null
  /** The commit that it has. */
  readonly revision: string | null
  readonly message: string | null
  /** Whether what is released there is in Git; only known where the cluster never reported. */
  readonly isPublished: boolean
}

/** What is known of applications that are needed, besides the fleet. */
export type Known = {
  /** The number of a version by its name; null: it isn't known. */
  readonly numberOf: (application: number, version: string) => number | null
  /** The name of a version by its number. */
  readonly nameOf: (application: number, version: number) => string
  readonly said: (application: number, cluster: number) => Said
  /** Whether a rollout of it to an environment is under way. */
  readonly isRollingOut: (application: number, environment: string) => boolean
}

/** What is wrong with one application that is needed. */
export type Unmet = {
  readonly dependency: Dependency
  readonly code: BlockedCode
  /** The version that is there; null: none. */
  readonly has: string | null
  readonly since: Date | null
  /** The same in a few words, such as `v1.9, needs v2.0`. */
  readonly reason: string
}

/** What is wrong with a dependency, as it is asked for one cluster; null: it is met. */
export function unmetOn(
  fleet: FleetState,
  dependency: Dependency,
  cluster: number,
  known: Known,
): Unmet | null {
  const needed = neededBy(fleet, dependency)?.id
  const { environment } = dependency
  if (needed === undefined) return unmet(dependency, 'missing', 'it is no more')
  return environment === null
    ? unmetHere(fleet, { dependency, needed, cluster }, known)
    : unmetIn(fleet, { dependency, needed, environment }, known)
}

type Here = {
  readonly dependency: Dependency
  readonly needed: number
  readonly cluster: number
}

function unmetHere(fleet: FleetState, here: Here, known: Known): Unmet | null {
  const { dependency, needed, cluster } = here
  if (!hasBit(placementsOf(fleet, needed), cluster)) {
    return unmet(dependency, 'not_placed', 'not placed there')
  }
  const delivered = deliveryOn(fleet, needed, cluster)
  if (delivered === null) return unmet(dependency, 'not_released', 'not released there')
  const has = versionOf(delivered.release, known)
  return (
    tooOld(dependency, { needed, delivered, where: '' }, known) ??
    (dependency.healthy ? unhealthy(here, delivered.release, known, has) : null)
  )
}

function unmetIn(
  fleet: FleetState,
  { dependency, needed, environment }: Omit<Here, 'cluster'> & { readonly environment: string },
  known: Known,
): Unmet | null {
  const where = ` in ${environment}`
  const application = fleet.applications.slots[needed]!
  const whole = isManaged(application) ? wholeIn(fleet, needed, environment) : null
  if (whole === null) {
    const clusters = fleet.clustersByEnvironment.get(environment) ?? NO_BITS
    const isPlaced = !isEmpty(intersect(clusters, placementsOf(fleet, needed)))
    if (!isPlaced) return unmet(dependency, 'not_placed', `not placed${where}`)
    if (isManaged(application)) return unmet(dependency, 'not_released', `not released${where}`)
  }
  const delivered = { application, release: whole }
  const old = tooOld(dependency, { needed, delivered, where }, known)
  if (old !== null || whole === null || !known.isRollingOut(needed, environment)) return old
  const has = versionOf(whole, known)
  return { ...unmet(dependency, 'not_released', `being rolled out${where}`), has }
}

/** Null: it has the version that is needed, or a later one. */
function tooOld(
  dependency: Dependency,
  {
    needed,
    delivered: { application, release },
    where,
  }: { readonly needed: number; readonly delivered: Delivered; readonly where: string },
  known: Known,
): Unmet | null {
  const { minVersion } = dependency
  if (minVersion === null) return null
  const least = known.numberOf(needed, minVersion) ?? Infinity
  if ((release?.version ?? 0) >= least) return null
  const has = versionOf(release, known)
  const reason = `${has ?? revisionWords(release?.source ?? application)}${where}, needs ${minVersion}`
  return { ...unmet(dependency, 'older', reason), has }
}

/** Null: its newest report says that it is healthy or, of a cluster that never reported, it is in Git. */
function unhealthy(
  { dependency, needed, cluster }: Here,
  release: Release | null,
  known: Known,
  has: string | null,
): Unmet | null {
  const said = known.said(needed, cluster)
  if (!said.reports) {
    return said.isPublished ? null : { ...unmet(dependency, 'not_released', 'not in Git yet'), has }
  }
  const isRight = isReleasedRevision(said, release)
  if (isRight && said.state !== null && OK_STATES.includes(said.state)) return null
  const word =
    said.state === null ? 'nothing said of it yet' : isRight ? said.state : 'not there yet'
  if (said.silentSince !== null) {
    const reason = `${word}, and silent since ${minuteOf(said.silentSince)}`
    return { ...unmet(dependency, 'unknown_since', reason), has, since: said.silentSince }
  }
  const since = isRight && said.state !== null ? said.since : null
  const reason = `${word}${since === null ? '' : ` since ${minuteOf(since)}`}`
  const why = isRight ? whyOf(said) : ''
  return { ...unmet(dependency, 'not_healthy', reason + why), has, since }
}

/** Of one that is well enough, the message is about the last sync, which may have gone well. */
function whyOf({ state, message }: Said): string {
  const isUnwell = state === 'degraded' || state === 'failed' || state === 'missing'
  return isUnwell && message ? `: ${firstWords(message)}` : ''
}

/** Of a branch, any revision will do. */
function isReleasedRevision({ revision }: Said, release: Release | null): boolean {
  const commit = commitOf(release)
  return commit === null || revision === commit
}

function unmet(dependency: Dependency, code: BlockedCode, reason: string): Unmet {
  return { dependency, code, has: null, since: null, reason }
}

function versionOf(release: Release | null, { nameOf }: Known): string | null {
  if (release === null || release.version === null) return null
  return nameOf(release.application, release.version)
}

const MESSAGE_MAX = 200

function firstWords(message: string): string {
  const line = message.trim().replaceAll(/\s+/g, ' ')
  return line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX)}…` : line
}

/** Such as `2026-11-26 14:02 UTC`. */
function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`
}
