// What decides which version of an application comes next to environments: read once, for some of them or all.
import { listUnfinishedOf } from '#db/queries/rollouts.ts'
import { readAutoAfter, readSucceeded, type Succeeded } from '#db/queries/successes.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type ComingVersion, readComingVersions } from '#db/queries/versions.ts'
import { wholeIn } from '#lib/domain/dependencies/behind.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
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
  readonly application: Identified<Application>
  readonly environment: string
  /** The rollout that is running or paused; null: none is. */
  readonly rollout: { readonly id: number; readonly version: number | null } | null
  /** Newest first, of those that are newer than its base. */
  readonly versions: readonly (Road['versions'][number] & Pick<ComingVersion, 'name'>)[]
}

export type AnnouncedNow = Omit<ComingVersion, 'application'>

type Knowing = Pick<Context, 'scope' | 'fleet'>

/** `announcing`: a version that is announced by this very request, and that no row has yet. */
export function readRoads(
  context: Knowing,
  application: Identified<Application>,
  environments: readonly string[],
  announcing: AnnouncedNow | null = null,
): Promise<readonly KnownRoad[]> {
  const announced = announcing === null ? [] : [{ ...announcing, application: application.id }]
  return readRoadsOf(context, [application], environments, announced)
}

/** Those of several applications, each to all of the environments. */
export async function readRoadsOf(
  { scope, fleet: fleetOf }: Knowing,
  applications: readonly Identified<Application>[],
  environments: readonly string[],
  announcing: readonly ComingVersion[] = [],
): Promise<readonly KnownRoad[]> {
  if (applications.length === 0 || environments.length === 0) return []
  const fleet = await fleetOf()
  const ids = applications.map(({ id }) => id)
  const isAfterOthers = environments.some((name) => askedIn(fleet, name).after.length > 0)
  const asked = ids.map((application) => ({
    application,
    newerThan: Math.min(...environments.map((name) => baseOf(fleet, application, name) ?? 0)),
  }))
  const kept = await readKept(scope, asked, isAfterOthers)
  const versions = Map.groupBy([...announcing, ...kept.versions], ({ application }) => application)
  return applications.flatMap((application) =>
    environments.map((environment): KnownRoad => {
      const { auto, after, afterSoakMs } = askedIn(fleet, environment)
      const { id, object } = application
      const base = baseOf(fleet, id, environment)
      const key = keyOf({ application: id, environment })
      const succeededIn = (first: string, version: number) =>
        kept.at.get(successKey({ application: id, environment: first, version })) ?? null
      return {
        application,
        environment,
        auto,
        afterSoakMs,
        isPlaced: isPlacedIn(fleet, id, environment),
        base,
        autoAfter: kept.autoAfter.get(key) ?? null,
        rollout: kept.unfinished.get(key) ?? null,
        versions: (versions.get(id) ?? [])
          .filter(({ number }) => number > (base ?? 0))
          .map(({ number, name, repoUrl }) => ({
            number,
            name,
            after: after.map((first) => ({ environment: first, at: succeededIn(first, number) })),
            isRepositoryAllowed: isStillEntitled(fleet, object.team, repoUrl),
          })),
      }
    }),
  )
}

function baseOf(fleet: Fleet, application: number, environment: string): number | null {
  return wholeIn(fleet, application, environment)?.version ?? null
}

/** What is kept of applications, each from a version on; where versions succeeded only if that is asked. */
async function readKept(
  scope: TenantScope,
  asked: readonly { readonly application: number; readonly newerThan: number }[],
  isAfterOthers: boolean,
) {
  const ids = asked.map(({ application }) => application)
  const ranges = asked.map(({ application, newerThan }) => ({
    application,
    from: newerThan + 1,
    to: null,
  }))
  const succeeded = isAfterOthers ? await readSucceeded(scope, ranges) : []
  const numbered = { numbered: succeeded, newest: NEWEST_KNOWN }
  const versions = await readComingVersions(scope, asked, numbered)
  const autoAfter = await readAutoAfter(scope, ids)
  const unfinished = await listUnfinishedOf(scope, ids)
  return {
    versions,
    at: new Map(succeeded.map((each) => [successKey(each), each.at.getTime()])),
    autoAfter: new Map(autoAfter.map((each) => [keyOf(each), each.number])),
    unfinished: new Map(
      unfinished.map(({ applicationId: application, environment, id, version }) => [
        keyOf({ application, environment }),
        { id, version },
      ]),
    ),
  }
}

function keyOf({ application, environment }: Pick<Succeeded, 'application' | 'environment'>) {
  return `${application} ${environment}`
}

function successKey(each: Pick<Succeeded, 'application' | 'environment' | 'version'>) {
  return `${each.version} ${keyOf(each)}`
}
