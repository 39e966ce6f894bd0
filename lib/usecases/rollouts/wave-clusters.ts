// The clusters of the waves of a rollout: their names, what they have before it, and which of them are not healthy.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { findNumbered } from '#db/queries/versions.ts'
import { releasedOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { healthOf, reportersOf } from '#lib/domain/rollouts/health.ts'
import { membersOf, reachedIn } from '#lib/domain/rollouts/members.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { type Bits, countBits, countCommon, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { Had, NamedClusters, WaveClusters } from '#lib/schemas/wave-clusters.ts'
import { type Context, defineRead } from '../define.ts'
import { loadRollout, type RolloutRef } from './find.ts'
import { readReports } from './reports.ts'
import { sourceOfRollout } from './standing.ts'
import type { StoredRollout } from './stored.ts'

const NAMES_MAX = 100

/** The first of some clusters, by name. */
export function namesOf({ clusters }: Pick<Fleet, 'clusters'>, members: Bits): string[] {
  return idsByName(clusters, members)
    .slice(0, NAMES_MAX)
    .map((id) => clusters.slots[id]!.name)
}

const VERSIONS_MAX = 10

/** `waves`: the clusters of each. */
export async function readHad(
  scope: TenantScope,
  fleet: Fleet,
  application: number,
  waves: readonly Bits[],
): Promise<readonly Had[]> {
  const released = releasedOf(fleet, application)
  const counted = waves.map((members) => {
    const clusters = new Map<number | null, number>()
    for (const { release, clusters: having } of released) {
      const count = countCommon(having, members)
      const version = release?.version ?? null
      if (release !== null && count > 0) clusters.set(version, (clusters.get(version) ?? 0) + count)
    }
    return [...clusters].sort(([, a], [, b]) => b - a).slice(0, VERSIONS_MAX)
  })
  const numbers = new Set(counted.flat().flatMap(([version]) => version ?? []))
  const announced = await findNumbered(scope, application, [...numbers])
  const byNumber = new Map(announced.map((version) => [version.number, version]))
  return counted.map((had) =>
    had.map(([number, clusters]) => ({
      version: number === null ? null : (byNumber.get(number) ?? null),
      clusters,
    })),
  )
}

/** Of each wave, for its page. */
export const readWaveClustersUseCase = defineRead<
  RolloutRef,
  readonly WaveClusters[],
  RolloutRef,
  StoredRollout
>({
  name: 'rollouts.wave-clusters',
  load: loadRollout,
  run: async (context, _, stored) => {
    const { rollout } = stored
    const fleet = await context.fleet()
    const placed = reachedIn(fleet, rollout.application, rollout.environment)
    const sets = rollout.waves.map(({ released }, index) => {
      if (released !== null) return released
      return isOver(rollout) ? NO_BITS : membersOf(rollout, index, placed)
    })
    const toCome = sets.map((set, index) =>
      rollout.waves[index]!.released === null ? set : NO_BITS,
    )
    const had = await readHad(context.scope, fleet, rollout.application, toCome)
    const unwell = await readUnwell(context, fleet, stored, placed)
    return sets.map((set, index) => ({
      ...named(fleet, set),
      from: had[index]!,
      unwell: index === rollout.wave ? unwell : null,
    }))
  },
})

const named = (fleet: Fleet, set: Bits): NamedClusters => ({
  names: namesOf(fleet, set),
  total: countBits(set),
})

/** Of the wave under way. */
async function readUnwell(
  { scope }: Context,
  fleet: Fleet,
  { row, rollout }: StoredRollout,
  placed: Bits,
): Promise<WaveClusters['unwell']> {
  if (isOver(rollout)) return null
  const now = await readRolloutInstant(scope, rollout.id)
  const of = { rollout, ...sourceOfRollout(row) }
  const reports = await readReports(scope, of, { placed, publishedAt: null, now })
  if (reports === null) return null
  const wave = rollout.waves[rollout.wave]!
  const { failing, silent, progressing } = healthOf(wave, reportersOf(wave, placed), reports)
  return {
    failing: named(fleet, failing),
    silent: named(fleet, silent),
    progressing: named(fleet, progressing),
  }
}
