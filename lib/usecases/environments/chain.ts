// The environments in the order in which versions come to them, for the picture of the chain.
import { countUnfinishedIn } from '#db/queries/rollouts-by-environment.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { inChainOrder } from '#lib/domain/fleet/environments.ts'
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { countBits, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { Chain, ChainStop } from '#lib/schemas/chain.ts'
import { asked, defineRead } from '../define.ts'

/** So many environments are drawn. */
const DRAWN_MAX = 60

export const environmentChainUseCase = defineRead<null, Chain>({
  name: 'environments.chain',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor, fleet: fleetOf }) => {
    const fleet = await fleetOf()
    const { ordered, slots } = fleet.environments
    const described = inChainOrder(ordered.map((id) => slots[id]!))
    const drawn = described.slice(0, DRAWN_MAX)
    const names = drawn.map(({ name }) => name)
    const counts = await countUnfinishedIn(scope, names, readableTeams(actor, 'rollout'))
    const rolloutsIn = new Map(counts.map(({ environment, ...each }) => [environment, each]))
    const stops = drawn.map((environment) => ({
      ...stopOf(environment, new Set(names)),
      clusters: countBits(fleet.clustersByEnvironment.get(environment.name) ?? NO_BITS),
      rollouts: rolloutsIn.get(environment.name) ?? { running: 0, paused: 0 },
    }))
    return { stages: inStages(stops), more: described.length - drawn.length }
  },
})

function stopOf(
  environment: Environment,
  drawn: ReadonlySet<string>,
): Omit<ChainStop, 'clusters' | 'rollouts'> {
  const { name, after, afterSoakMs, waves, hours, auto, publish } = environment
  const approvals = waves.map(({ before }) => before.approvals?.count ?? 0)
  return {
    name,
    after: after.filter((each) => drawn.has(each)),
    soak: afterSoakMs === 0 ? null : durationText(afterSoakMs),
    waves: waves.length,
    approvals: Math.max(0, ...approvals),
    isProtected: environment.protected,
    hasHours: hours !== null,
    takesNewest: auto === 'newest',
    isByPullRequest: publish === 'pull-request',
  }
}

/** Each in the first stage in which all before it are in earlier ones. `stops` are in their order. */
function inStages(stops: readonly ChainStop[]): readonly (readonly ChainStop[])[] {
  const stageOf = new Map<string, number>()
  for (const { name, after } of stops) {
    stageOf.set(name, 1 + Math.max(-1, ...after.map((each) => stageOf.get(each) ?? -1)))
  }
  const stages = Map.groupBy(stops, ({ name }) => stageOf.get(name)!)
  return [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage)
}
