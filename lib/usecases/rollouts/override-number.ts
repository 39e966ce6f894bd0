// How much an override lets go on, which whoever overrides confirms by its number.
import { readSeen } from '#db/queries/cluster-reports.ts'
import { followersOf } from '#lib/domain/rollouts/followers.ts'
import { membersOf } from '#lib/domain/rollouts/members.ts'
import { bitsOf, idsIn, uniteAll } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { OverrideInput } from '#lib/schemas/rollout.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { readBlocked } from './blocked.ts'
import { planRollout, planWave } from './plan.ts'
import { sourceOfRollout, standingOf } from './standing.ts'
import type { StoredRollout } from './stored.ts'

type Clusters = Parameters<typeof planWave>[4]

export type LetGo = {
  /** How many placements its waves change, and how many of these do. */
  readonly changed: number
  readonly waves: number
  /** Whether the wave that it is for is still to be released. */
  readonly isPending: boolean
}

/**
 * What a rollout, with its gates overridden, lets go on: the wave that it is asked for and, where it is for later ones, too, these,
 * as far as they are pending; and each that follows the wave at once, because nothing else holds it up.
 */
export async function letGoBy(
  context: Context,
  { wave, later_waves: isForLater = false }: Pick<OverrideInput, 'wave' | 'later_waves'>,
  stored: StoredRollout,
): Promise<LetGo> {
  const { waves } = stored.rollout
  const { facts, now } = await standingOf(context, stored)
  const { placed } = facts
  const from = [...waves.keys()].slice(wave - 1).filter((at) => waves[at]!.state === 'pending')
  const clusters = await clustersOf(context, stored, from, placed)
  const reporting = bitsOf([...(await readSeen(context.scope, idsIn(placed))).keys()])
  const known = { ...facts, ...clusters, reporting }
  const followers = followersOf(stored.rollout, wave - 1, known, now.getTime())
  const asked = from.filter((at) => isForLater || at === wave - 1 || followers.includes(at))
  const changes = (await changesOf(context, stored, asked, clusters)).filter((count) => count > 0)
  return {
    changed: changes.reduce((sum, count) => sum + count, 0),
    waves: changes.length,
    isPending: waves[wave - 1]!.state === 'pending',
  }
}

/** `changedAtOnce`: by the end of holds, besides. */
export function requireConfirmed(
  { confirmChanges }: Pick<WriteOptions, 'confirmChanges'>,
  { waves, changed: changedByThem, isPending }: LetGo,
  changedAtOnce: number,
): void {
  const changed = changedByThem + changedAtOnce
  if ((!isPending && changed === 0) || confirmChanges === changed) return
  const what = `This changes ${counted(changed, 'placement')} in ${counted(waves, 'wave')}`
  const besides = changedAtOnce === 0 ? '' : `, ${changedAtOnce} of them by the end of holds`
  throw new Refusal(
    'changes_need_confirmation',
    `${what}${besides}. Confirm it by exactly that number.`,
    { members: { confirmChanges: changed, waves } },
  )
}

async function clustersOf(
  context: Context,
  { rollout }: StoredRollout,
  indices: readonly number[],
  placed: Clusters['placed'],
): Promise<Clusters> {
  const members = uniteAll(indices.map((index) => membersOf(rollout, index, placed)))
  const fleet = await context.fleet()
  const { clusters } = await readBlocked(context.scope, fleet, rollout.application, members)
  return { placed, blocked: clusters }
}

/** How many placements each of some pending ones changes, in their order, if none of those before comes meanwhile. */
async function changesOf(
  context: Context,
  { rollout, row }: StoredRollout,
  indices: readonly number[],
  clusters: Clusters,
): Promise<readonly number[]> {
  const fleet = await context.fleet()
  const of = { rollout, ...sourceOfRollout(row) }
  const [first, ...later] = indices
  if (first === undefined) return []
  const waves =
    later.length === 0
      ? [await planWave(context, fleet, of, first, clusters)]
      : (await planRollout(context, fleet, of, clusters)).waves.filter((_, at) =>
          indices.includes(at),
        )
  return waves.map(({ plan }) => plan.impact.counts.placements.changed)
}
