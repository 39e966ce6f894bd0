// What decides which version of an application comes next to environments: read once, for some of them or all.
import { findAllUnfinished } from '#db/queries/rollouts.ts'
import { readAutoAfter, readSucceeded } from '#db/queries/successes.ts'
import { type ComingVersion, readComingVersions } from '#db/queries/versions.ts'
import { wholeIn } from '#lib/domain/dependencies/behind.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Road } from '#lib/domain/rollouts/promotion.ts'
import { isStillEntitled } from '../changes/repositories.ts'
import type { Context } from '../define.ts'
import { isPlacedIn } from './auto-marks.ts'
import { askedIn } from './environment.ts'

/** Of the versions that are newer than what an environment has, so many of the newest are known whatever came of them. */
export const NEWEST_KNOWN = 10

export type KnownRoad = Omit<Road, 'rollout' | 'versions'> & {
  readonly environment: string
  /** The rollout that is running or paused; null: none is. */
  readonly rollout: { readonly id: number; readonly version: number | null } | null
  /** Newest first, of those that are newer than its base. */
  readonly versions: readonly (Road['versions'][number] & Pick<ComingVersion, 'name'>)[]
}

/** `announcing`: a version that is announced by this very request, and that no row has yet. */
export async function readRoads(
  { scope, fleet: fleetOf }: Pick<Context, 'scope' | 'fleet'>,
  application: Identified<Application>,
  environments: readonly string[],
  announcing: ComingVersion | null = null,
): Promise<readonly KnownRoad[]> {
  if (environments.length === 0) return []
  const fleet = await fleetOf()
  const { id, object } = application
  const bases = environments.map((environment) => wholeIn(fleet, id, environment)?.version ?? null)
  const newerThan = Math.min(...bases.map((base) => base ?? 0))
  const isAfterOthers = environments.some((name) => askedIn(fleet, name).after.length > 0)
  const succeeded = isAfterOthers
    ? await readSucceeded(scope, id, { from: newerThan + 1, to: null })
    : []
  const numbers = [...new Set(succeeded.map(({ version }) => version))]
  const known = await readComingVersions(scope, id, { newerThan, numbers, newest: NEWEST_KNOWN })
  const versions = announcing === null ? known : [announcing, ...known]
  const autoAfter = await readAutoAfter(scope, id)
  const unfinished = await findAllUnfinished(scope, { applicationId: id })
  const at = new Map(
    succeeded.map((each) => [keyOf(each.environment, each.version), each.at.getTime()]),
  )
  return environments.map((environment, index): KnownRoad => {
    const { auto, after, afterSoakMs } = askedIn(fleet, environment)
    const base = bases[index] ?? null
    return {
      environment,
      auto,
      afterSoakMs,
      isPlaced: isPlacedIn(fleet, id, environment),
      base,
      autoAfter: autoAfter.get(environment) ?? null,
      rollout: unfinished.find((each) => each.environment === environment) ?? null,
      versions: versions
        .filter(({ number }) => number > (base ?? 0))
        .map(({ number, name, repoUrl }) => ({
          number,
          name,
          after: after.map((first) => ({
            environment: first,
            at: at.get(keyOf(first, number)) ?? null,
          })),
          isRepositoryAllowed: isStillEntitled(fleet, object.team, repoUrl),
        })),
    }
  })
}

function keyOf(environment: string, version: number): string {
  return `${version} ${environment}`
}
