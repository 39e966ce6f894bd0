// What is known, besides the fleet, of what some pairs need: of all of them by four statements at most, and by none where the
// fleet says it all.
import {
  readPublishedPairs,
  readRollingOut,
  readSaidOfPairs,
  readVersionsOf,
} from '#db/queries/dependency-said.ts'
import type { Pair } from '#lib/domain/dependencies/blocked.ts'
import { wholeIn } from '#lib/domain/dependencies/behind.ts'
import { neededBy } from '#lib/domain/dependencies/needed.ts'
import type { Known, Said } from '#lib/domain/dependencies/unmet.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { commitOf, type Release } from '#lib/domain/releases/release.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'

const NOTHING: Said = {
  reports: false,
  silentSince: null,
  state: null,
  since: null,
  revision: null,
  message: null,
  isPublished: false,
}

/** By keys, so that each is asked once. */
type Asked = {
  readonly numbered: Map<string, { readonly application: number; readonly number: number }>
  readonly named: Map<string, { readonly application: number; readonly name: string }>
  readonly said: Map<string, Pair & { readonly commit: string | null }>
  readonly rollouts: Map<string, { readonly application: number; readonly environment: string }>
}

export async function readKnown(
  { scope, services }: Pick<Context, 'scope' | 'services'>,
  fleet: Fleet,
  pairs: readonly Pair[],
): Promise<Known> {
  const asked: Asked = {
    numbered: new Map(),
    named: new Map(),
    said: new Map(),
    rollouts: new Map(),
  }
  for (const { application, cluster } of pairs) {
    for (const dependency of fleet.applications.slots[application]!.dependsOn) {
      ask(asked, fleet, dependency, cluster)
    }
  }
  const versions = await readVersionsOf(
    scope,
    [...asked.numbered.values()],
    [...asked.named.values()],
  )
  const said = await readSaidOfPairs(scope, [...asked.said.values()], services.clock())
  const unheard = said.filter(({ reports }) => !reports)
  const published = await readPublishedPairs(
    scope,
    unheard.map((each) => asked.said.get(keyOf(each.application, each.cluster))!),
  )
  const rollouts = await readRollingOut(scope, [...asked.rollouts.values()])
  const numbers = new Map(versions.map((each) => [keyOf(each.application, each.name), each.number]))
  const names = new Map(versions.map((each) => [keyOf(each.application, each.number), each.name]))
  const inGit = new Set(published.map((each) => keyOf(each.application, each.cluster)))
  const words = new Map(
    said.map((each) => {
      const key = keyOf(each.application, each.cluster)
      return [key, { ...each, isPublished: inGit.has(key) }]
    }),
  )
  const underWay = new Set(rollouts.map((each) => keyOf(each.application, each.environment)))
  return {
    numberOf: (application, version) => numbers.get(keyOf(application, version)) ?? null,
    nameOf: (application, version) =>
      names.get(keyOf(application, version)) ?? `version ${version}`,
    said: (application, cluster) => words.get(keyOf(application, cluster)) ?? NOTHING,
    isRollingOut: (application, environment) => underWay.has(keyOf(application, environment)),
  }
}

function ask(asked: Asked, fleet: Fleet, dependency: Dependency, cluster: number): void {
  const application = neededBy(fleet, dependency)?.id
  if (application === undefined) return
  const { environment, minVersion: name, healthy } = dependency
  if (name !== null) asked.named.set(keyOf(application, name), { application, name })
  if (environment !== null) {
    asked.rollouts.set(keyOf(application, environment), { application, environment })
    askVersion(asked, wholeIn(fleet, application, environment))
    return
  }
  const key = keyOf(application, cluster)
  // Many may need the same one there.
  if (asked.said.has(key) || !hasBit(placementsOf(fleet, application), cluster)) return
  const delivered = deliveryOn(fleet, application, cluster)
  if (delivered === null) return
  askVersion(asked, delivered.release)
  if (!healthy) return
  const commit = commitOf(delivered.release)
  asked.said.set(key, { application, cluster, commit })
}

function askVersion({ numbered }: Asked, release: Release | null): void {
  if (release === null || release.version === null) return
  const { application, version: number } = release
  numbered.set(keyOf(application, number), { application, number })
}

function keyOf(application: number, of: number | string | null): string {
  return `${application} ${of}`
}
