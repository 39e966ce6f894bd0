// Which versions may come to the environments of an application, and which of them start by themselves.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { admissionOf, promotionOf } from '#lib/domain/rollouts/promotion.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import type { Context } from '../define.ts'
import { type KnownRoad, NEWEST_KNOWN, readRoads } from '../rollouts/roads.ts'
import { startOf } from '../rollouts/starts.ts'

type Coming = Pick<
  ApplicationEnvironments['items'][number],
  'auto' | 'auto_after' | 'next' | 'versions'
>

/** By environment; where an application follows its branch, no version comes. */
export async function comingVersions(
  context: Context,
  application: Identified<Application>,
  environments: readonly string[],
): Promise<(environment: string) => Coming> {
  const roads = await readRoads(context, application, environments)
  const now = (await readRolloutInstant(context.scope, null)).getTime()
  const follows = application.object.follow === 'versions'
  const byName = new Map(roads.map((road) => [road.environment, road]))
  return (environment) => {
    const road = byName.get(environment)!
    const { auto, autoAfter } = road
    return {
      auto,
      auto_after: autoAfter,
      next: follows ? nextIn(road, now) : null,
      versions: follows ? versionsIn(road, now) : [],
    }
  }
}

function nextIn(road: KnownRoad, now: number): Coming['next'] {
  const promotion = promotionOf(road, now)
  if (promotion === null) return null
  const { number, name } = road.versions.find((each) => each.number === promotion.version)!
  return { version: { number, name }, ...startOf(promotion, road) }
}

function versionsIn(road: KnownRoad, now: number): Coming['versions'] {
  const all = road.versions.map((candidate) => {
    const waiting = admissionOf(candidate, road, now)
    return {
      number: candidate.number,
      name: candidate.name,
      waiting_for: waiting && {
        until: waiting.until === null ? null : new Date(waiting.until).toISOString(),
        text: waiting.text,
      },
    }
  })
  const newest = all.find(({ waiting_for: waiting }) => waiting === null)
  return all.filter((each, index) => index < NEWEST_KNOWN || each === newest)
}
