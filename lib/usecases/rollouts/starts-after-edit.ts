// Which rollouts begin by themselves because an edit has environments take the newest version, or take it sooner.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { readAnnounced } from '#db/queries/versions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { wholeIn } from '#lib/domain/dependencies/behind.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { type Promotion, promotionOf } from '#lib/domain/rollouts/promotion.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { StartsAfterEdit } from '#lib/schemas/impact.ts'
import type { ResolvedDraft } from '../changes/drafts.ts'
import type { Context } from '../define.ts'
import { pairsOf } from './auto-marks.ts'
import { findEnvironment } from './environment.ts'
import { type KnownRoad, readRoadsOf } from './roads.ts'
import { startOf } from './starts.ts'

/** Of so many applications it is worked out, as many at a time; of the others it is only said that they have newer versions. */
const LOOKED_MAX = 1_000
const LOOKED_AT_ONCE = 100
const LISTED_MAX = 20

type Start = { readonly road: KnownRoad; readonly promotion: Promotion }

/** Null: the edit has none begin. Nothing is asked of the database where no environment takes versions otherwise than before. */
export async function startsAfterEdit(
  { scope }: Pick<Context, 'scope'>,
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  drafts: readonly ResolvedDraft[],
): Promise<StartsAfterEdit | null> {
  const widened = drafts.flatMap(widenedBy)
  if (widened.length === 0) return null
  const now = (await readRolloutInstant(scope, null)).getTime()
  const starts: Start[] = []
  let unknown = 0
  let left = LOOKED_MAX
  for (const environment of widened) {
    const ids = await withNewerVersions(scope, after, environment)
    const looked = ids.slice(0, left)
    unknown += ids.length - looked.length
    left -= looked.length
    for (let from = 0; from < looked.length; from += LOOKED_AT_ONCE) {
      const some = looked.slice(from, from + LOOKED_AT_ONCE)
      starts.push(...(await startsOfSome(scope, { before, after }, environment, some, now)))
    }
  }
  if (starts.length === 0 && unknown === 0) return null
  return startsJson(starts, unknown, now)
}

/** Whether a draft has its environment take versions that it didn’t take before, or not so soon. */
function widenedBy({ before, after }: ResolvedDraft): readonly Environment[] {
  if (after?.kind !== 'environment' || after.auto !== 'newest') return []
  if (before?.kind !== 'environment' || before.auto !== 'newest') return [after]
  const isSooner =
    after.afterSoakMs < before.afterSoakMs ||
    before.after.some((name) => !after.after.includes(name))
  return isSooner ? [after] : []
}

/** Of the applications that follow versions and are placed there, those with a newer version than the environment has. */
async function withNewerVersions(
  scope: Context['scope'],
  fleet: Fleet,
  environment: Environment,
): Promise<readonly number[]> {
  const ids = pairsOf(fleet, fleet.applications.ordered, [environment]).map(
    ({ applicationId }) => applicationId,
  )
  const announced = await readAnnounced(scope, ids, [])
  const newest = new Map(announced.map(({ application, number }) => [application, number]))
  return ids.filter(
    (id) => (newest.get(id) ?? 0) > (wholeIn(fleet, id, environment.name)?.version ?? 0),
  )
}

async function startsOfSome(
  scope: Context['scope'],
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  { name }: Environment,
  ids: readonly number[],
  now: number,
): Promise<readonly Start[]> {
  const roadsIn = (fleet: Fleet) => {
    const applications = ids.map((id) => ({ id, object: after.applications.slots[id]! }))
    return readRoadsOf({ scope, fleet: async () => fleet }, applications, [name])
  }
  const tookAny = findEnvironment(before, name)?.auto === 'newest'
  const were = tookAny ? await roadsIn(before) : []
  return (await roadsIn(after)).flatMap((road, index) => {
    const promotion = promotionOf(road, now)
    const was = were[index] && promotionOf(were[index], now)
    const isAnother = promotion?.version !== was?.version || promotion?.at !== was?.at
    return promotion !== null && isAnother ? [{ road, promotion }] : []
  })
}

/** Those that begin first come first. */
function startsJson(starts: readonly Start[], unknown: number, now: number): StartsAfterEdit {
  const isNow = ({ promotion }: Start) => promotion.at <= now && !promotion.isAfterRollout
  const rank = (start: Start) => (isNow(start) ? 0 : start.promotion.isAfterRollout ? 2 : 1)
  const sorted = starts.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      a.promotion.at - b.promotion.at ||
      compareText(fullName(a.road), fullName(b.road)),
  )
  return {
    now: starts.filter(isNow).length,
    later: starts.filter((start) => !isNow(start)).length,
    unknown,
    items: sorted.slice(0, LISTED_MAX).map(({ road, promotion }) => {
      const { team: namespace, name: application } = road.application.object
      const { number, name } = road.versions.find((each) => each.number === promotion.version)!
      const { environment } = road
      const version = { number, name }
      return { environment, namespace, application, version, ...startOf(promotion, road) }
    }),
  }
}

function fullName({ application: { object }, environment }: KnownRoad): string {
  return `${object.team}/${object.name} ${environment}`
}
