// Where a version starts by itself.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Promotion, promotionOf } from '#lib/domain/rollouts/promotion.ts'
import type { StartJson } from '#lib/schemas/version.ts'
import type { Context } from '../define.ts'
import { automaticIn } from './auto-marks.ts'
import { type AnnouncedNow, type KnownRoad, readRoads } from './roads.ts'

/** The environments that take a version next by themselves; `announcing` is it, as long as no row has it. */
export async function startsOf(
  context: Context,
  application: Identified<Application>,
  version: number,
  announcing: AnnouncedNow | null = null,
): Promise<readonly StartJson[]> {
  const environments = automaticIn(await context.fleet()).map(({ name }) => name)
  if (environments.length === 0 || application.object.follow !== 'versions') return []
  const roads = await readRoads(context, application, environments, announcing)
  const now = (await readRolloutInstant(context.scope, null)).getTime()
  return roads.flatMap((road) => {
    const promotion = promotionOf(road, now)
    if (promotion?.version !== version) return []
    return [{ environment: road.environment, ...startOf(promotion, road) }]
  })
}

/** When it starts, and after which rollout. */
export function startOf(
  { at }: Promotion,
  { rollout }: Pick<KnownRoad, 'rollout'>,
): Omit<StartJson, 'environment'> {
  return { at: new Date(at).toISOString(), after_rollout: rollout && rollout.id }
}
