// The environments in the order in which versions come to them, for the picture of the chain.
import { countUnfinishedIn } from '#db/queries/rollouts-by-environment.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { environmentsInOrder } from '#lib/domain/fleet/environments.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { countBits, NO_BITS } from '#lib/domain/sets/bits.ts'
import { asked, defineRead } from '../define.ts'

export type ChainStop = {
  readonly name: string
  /** Those before it, by name. */
  readonly after: readonly string[]
  /** For how long a version must have succeeded before it; null: it may come at once. */
  readonly soak: string | null
  readonly waves: number
  /** The most people that one of its waves asks to approve it. */
  readonly approvals: number
  readonly isProtected: boolean
  readonly hasHours: boolean
  readonly takesNewest: boolean
  readonly isByPullRequest: boolean
  readonly clusters: number
  /** Rollouts to it that are under way, of what the visitor may see, and how many of them are paused. */
  readonly rollouts: { readonly running: number; readonly paused: number }
}

export type Chain = {
  /** Each stage comes after those before it. Environments that only clusters name come after none, and are in no stage. */
  readonly stages: readonly (readonly ChainStop[])[]
  /** How many environments more there are. */
  readonly more: number
}

/** So many environments are drawn. */
const DRAWN_MAX = 60

export const environmentChainUseCase = defineRead<null, Chain>({
  name: 'environments.chain',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor, fleet: fleetOf }) => {
    const fleet = await fleetOf()
    const described = describedInOrder(fleet)
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

function describedInOrder(fleet: Fleet): readonly Environment[] {
  const byName = new Map(
    fleet.environments.ordered.map((id) => {
      const environment = fleet.environments.slots[id]!
      return [environment.name, environment]
    }),
  )
  return environmentsInOrder(fleet).flatMap(({ name }) => byName.get(name) ?? [])
}

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
