// Reading rollouts: the list, one of them, what happened to it, and its clusters.
import { readChecks } from '#db/queries/rollout-checks.ts'
import { findLastEvent, listRolloutEvents } from '#db/queries/rollout-events.ts'
import { readProgress } from '#db/queries/rollout-progress.ts'
import { countRollouts, listRollouts, type RolloutQuery } from '#db/queries/rollouts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { leftOutOf } from '#lib/domain/rollouts/left-out.ts'
import { holdingIn, membersOf, reachedIn } from '#lib/domain/rollouts/members.ts'
import { pauseEventOf } from '#lib/domain/rollouts/rollout.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { type Bits, countBits, idsIn } from '#lib/domain/sets/bits.ts'
import type { RolloutClusterJson, RolloutEventJson, RolloutRowJson } from '#lib/schemas/rollout.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { blockedAmong } from '../dependencies/blocked.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { loadRollout, type RolloutRef } from './find.ts'
import { readHadBefore } from './had-before.ts'
import { eventJson, listedJson, representRollout, type RolloutAnswer } from './represent.ts'
import { standingOf } from './standing.ts'
import type { StoredRollout } from './stored.ts'
import { readWatched } from './watched.ts'

export type ListRolloutsInput = {
  readonly filter: Omit<RolloutQuery, 'teams' | 'cluster'> & { readonly cluster: string | null }
  /** The number of the last one of the page before. */
  readonly after: number | null
  readonly limit: number
}

export const listRolloutsUseCase = defineRead<
  ListRolloutsInput,
  PresentList<RolloutRowJson, number>
>({
  name: 'rollouts.list',
  load: ({ actor }) => {
    const [team] = readableTeams(actor, 'rollout') ?? []
    return asked(team === undefined ? { kind: 'tenant' } : { kind: 'rollout', team })
  },
  run: async (context, { filter, after, limit }) => {
    const { scope, actor } = context
    const cluster = await clusterId(context, filter.cluster)
    if (cluster === UNKNOWN) return { items: [], next: null, asOf: 0, ...exactly(0) }
    const query = { ...filter, cluster, teams: readableTeams(actor, 'rollout') }
    const page = await presentPage(
      limit,
      (rows) => listRollouts(scope, query, { after, limit: rows }),
      ({ id }) => id,
    )
    const progress = await readProgress(
      scope,
      page.items.map(({ id }) => id),
    )
    const items = page.items.map((row) =>
      listedJson(
        row,
        progress.find(({ rollout }) => rollout === row.id),
      ),
    )
    return { ...page, items, ...(await countRollouts(scope, query)) }
  },
})

const UNKNOWN = -1

async function clusterId({ fleet }: Context, name: string | null): Promise<number | null> {
  if (name === null) return null
  return findByName((await fleet()).clusters, name)?.id ?? UNKNOWN
}

export const getRolloutUseCase = defineRead<RolloutRef, RolloutAnswer, RolloutRef, StoredRollout>({
  name: 'rollouts.get',
  load: loadRollout,
  run: (context, _, found) => answerOf(context, found),
})

/** With what it waits for, as long as it isn't over, and for a day with what its clusters report since. */
export async function answerOf(context: Context, found: StoredRollout): Promise<RolloutAnswer> {
  const { id, waves } = found.rollout
  const isChecked = waves.some(({ rule }) => rule.after.checks.length > 0)
  const besides = {
    checks: isChecked ? await readChecks(context.scope, id) : [],
    from: await readHadBefore(context.scope, found.rollout),
  }
  if (isOver(found.rollout)) {
    return representRollout(found, besides, undefined, await readWatched(context, found))
  }
  const { advanced, facts } = await standingOf(context, found)
  const { application, environment } = found.rollout
  const leftOut = leftOutOf(found.rollout, facts.placed)
  const blocked = await blockedAmong(context, application, leftOut)
  const holding = countBits(holdingIn(await context.fleet(), application, environment))
  const { cause } = found.rollout
  const paused = cause && (await findLastEvent(context.scope, id, pauseEventOf(cause)))
  const { digests } = facts
  return representRollout(found, besides, { advanced, digests, blocked, holding, paused })
}

type PartInput<Position> = RolloutRef & {
  readonly after: Position | null
  readonly limit: number
}

export const listRolloutEventsUseCase = defineRead<
  PartInput<number>,
  PresentList<RolloutEventJson, number>,
  PartInput<number>,
  StoredRollout
>({
  name: 'rollouts.events',
  load: loadRollout,
  run: async ({ scope }, { id, after, limit }, { row }) => {
    const page = await presentPage(
      limit,
      (rows) => listRolloutEvents(scope, id, { after, limit: rows }),
      ({ seq }) => seq,
    )
    return { ...page, items: page.items.map(eventJson), ...exactly(row.seq) }
  },
})

/** A cluster of a wave, by their numbers: the list is in the order of these. */
export type ClusterPosition = { readonly wave: number; readonly cluster: number }

export const listRolloutClustersUseCase = defineRead<
  PartInput<ClusterPosition>,
  PresentList<RolloutClusterJson, ClusterPosition>,
  PartInput<ClusterPosition>,
  StoredRollout
>({
  name: 'rollouts.clusters',
  load: loadRollout,
  run: async ({ fleet }, { after, limit }, { rollout }) => {
    const all = await fleet()
    const { clusters } = all
    const { application, environment } = rollout
    const placed = reachedIn(all, application, environment)
    const sets = rollout.waves.map(
      ({ released }, index) => released ?? pending(rollout, index, placed),
    )
    const positions = sets.flatMap((set, wave) => idsIn(set).map((cluster) => ({ wave, cluster })))
    const isBeyond = ({ wave, cluster }: ClusterPosition) =>
      after === null || wave > after.wave || (wave === after.wave && cluster > after.cluster)
    const rest = positions.filter(isBeyond)
    const page = rest.slice(0, limit)
    return {
      items: page.flatMap(({ wave: index, cluster }) => {
        const name = clusters.slots[cluster]?.name
        const { name: wave, state, change } = rollout.waves[index]!
        return name === undefined ? [] : [{ cluster: name, wave, state, change }]
      }),
      next: rest.length > limit ? page.at(-1)! : null,
      asOf: 0,
      ...totalOf(sets),
    }
  },
})

/** What it would get; nothing, when the rollout is over. */
function pending(rollout: StoredRollout['rollout'], index: number, placed: Bits): Bits {
  return isOver(rollout) ? [] : membersOf(rollout, index, placed)
}

function totalOf(sets: readonly Bits[]): Total {
  return exactly(sets.reduce((sum, set) => sum + countBits(set), 0))
}
