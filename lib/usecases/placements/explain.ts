import { readChangeSummaries, type ChangeSummary } from '#db/queries/changes.ts'
import { loadObjects } from '#db/queries/objects.ts'
import { readPairReasons } from '#db/queries/decisions.ts'
import { readPairDecision } from '#db/queries/pair-decision.ts'
import { readPairReleases } from '#db/queries/pair-releases.ts'
import type { AskedPair } from '#db/queries/pair-status.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import { readTurns } from '#db/queries/pair-turns.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { type Choice, choicesOn } from '#lib/domain/fleet/choices.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { rulesSelecting } from '#lib/domain/fleet/selecting.ts'
import { explainPair, type PairExplanation } from '#lib/domain/fleet/explanation.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Packed } from '#lib/domain/objects/application/packaging.ts'
import { explainRelease, type ReleaseExplanation } from '#lib/domain/releases/explanation.ts'
import type { BlockedByJson } from '#lib/domain/objects/blocked-by.ts'
import type { Application, Confinement, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { intervalsOf, type StateInterval } from '#lib/domain/observed/intervals.ts'
import type { PairName } from '../changes/write-options.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type Moment, observedMoment, readMoment } from '../moment.ts'
import { blockedBy, blockedThen } from '../dependencies/blocked.ts'
import { resourceOf } from '../objects/requested-object.ts'
import { storedObject } from '../objects/stored-object.ts'
import type { PairStatus } from '#lib/domain/observed/pair-status.ts'
import { pairStatuses } from '../observed/pair-status.ts'
import { fleetAsOf, readPair } from './asked-pair.ts'
import type { Released } from './releases.ts'

export type ExplainInput = PairName & { readonly at: Exclude<Moment, number> }

export type Explanation = PairExplanation &
  PairStatus &
  Released &
  PairName & {
    /** Where the application comes from, as it says itself. */
    readonly source: Packed
    /** How the cluster confines the team. */
    readonly confinement: Confinement
    /** The change that last placed the pair or ended its placement; null: it was never placed. */
    readonly decidedBy: ChangeSummary | null
    /** What is delivered to it; null: its application follows its branch, or it isn't placed. */
    readonly release: ReleaseExplanation | null
    /** What it waits for; null: of the past that isn't known of an application that needs others. */
    readonly blocked: readonly BlockedByJson[] | null
    /** What its cluster said that it was, newest first. */
    readonly intervals: Intervals
  }

type Intervals = {
  readonly items: readonly StateInterval[]
  /** Whether there are older ones. */
  readonly more: boolean
}

const INTERVALS_MAX = 50

export const explainPlacementUseCase = defineRead<ExplainInput, Explanation>({
  name: 'placements.explain',
  load: (_, { namespace }) => asked({ kind: 'application', team: namespace }),
  run: async (context, { at, ...pair }) => {
    const { scope } = context
    const { change } = await readMoment(context, at)
    const { application, cluster, team } = await readPair(context, pair, change)
    const policies = [...(await loadObjects(scope, 'target-policy', null, change)).values()]
      .map((body) => storedObject('target-policy', body))
      .filter((policy) => can(context.actor, 'read', resourceOf(policy)))
    const ids = { applicationId: application.id, clusterId: cluster.id }
    const decision = await readPairDecision(scope, ids.applicationId, ids.clusterId, change)
    const [decidedBy = null] = decision === null ? [] : await readChangeSummaries(scope, [decision])
    const choices = policies.some(needsDecision)
      ? await readChoices(context, policies, ids, change)
      : NO_CHOICES
    const { object } = application
    const explanation = explainPair(object, cluster.object, team.object, policies, choices)
    const began = explanation.placed ? decision : null
    const time = { change, ...observedMoment(context, at) }
    const [status] = await pairStatuses(context, [{ ...ids, change: began }], time)
    const { confinement } = cluster.object
    const intervals = await readIntervals(scope, ids, time)
    const found = { ...ids, change: began }
    const released = await readReleased(scope, application.object, found, change)
    const blocked = time.isPast
      ? blockedThen(application.object)
      : await blockedBy(context, { application: application.id, cluster: cluster.id })
    const read = { ...status!, ...released, blocked, intervals }
    return { ...pair, source: object, ...explanation, ...read, confinement, decidedBy }
  },
})

const NO_CHOICES: ReadonlyMap<string, Choice> = new Map()

type PairIds = { readonly applicationId: number; readonly clusterId: number }

async function readChoices(
  context: Context,
  policies: readonly TargetPolicy[],
  pair: PairIds,
  change: number | null,
): Promise<ReadonlyMap<string, Choice>> {
  const { applicationId, clusterId } = pair
  const fleet = await fleetAsOf(context, change)
  const readable = new Set(policies.map(({ name }) => name))
  const scheduled = rulesSelecting(fleet, applicationId)
    .filter(({ policy }) => policy.scheduler !== null && readable.has(policy.name))
    .map(({ id }) => id)
  const rows = await readPairReasons(context.scope, scheduled, pair, change)
  const said = new Map(
    rows.flatMap(({ policy, by, reason }) =>
      by === fleet.rules[policy]!.policy.scheduler ? [[policy, reason] as const] : [],
    ),
  )
  return choicesOn(fleet, applicationId, clusterId, (policy) => said.get(policy) ?? null)
}

async function readReleased(
  scope: TenantScope,
  application: Application,
  pair: AskedPair,
  change: number | null,
): Promise<Released & Pick<Explanation, 'release'>> {
  if (!isManaged(application) || pair.change === null) {
    return { released: pair.change !== null, version: null, release: null }
  }
  const [read] = await readPairReleases(scope, [pair], change)
  const { environment, release } = read!
  return {
    released: release !== null,
    version: release && release.version,
    release: explainRelease(application, environment, release),
  }
}

async function readIntervals(
  scope: TenantScope,
  pair: PairIds,
  time: ObservedTime,
): Promise<Intervals> {
  const turns = await readTurns(scope, pair, time, INTERVALS_MAX + 1)
  const more = turns.length > INTERVALS_MAX
  return { items: intervalsOf(turns.slice(0, INTERVALS_MAX), !more), more }
}
