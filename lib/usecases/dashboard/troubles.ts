// Where to look first: clusters that are silent, and where the most is wrong.
import { loadObjects } from '#db/queries/objects.ts'
import { readSilentClusters, type SilentCluster } from '#db/queries/silent-clusters.ts'
import { findInStates } from '#db/queries/placement-lists.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import type { State, StateCounts } from '#lib/domain/observed/states.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { observedMoment } from '../moment.ts'
import { storedObject } from '../objects/stored-object.ts'
import { plannedAt } from '../observed/planned.ts'
import { countStates } from '../observed/state-counts.ts'
import { everyPlacement, listPlacementsUseCase, type Placement } from '../placements/list.ts'
import { STUCK } from './figures.ts'

const SHOWN = 10
/** Of what is stuck, so many are looked at. */
const STUCK_MAX = 500

/** What somebody has to do something about. */
export const WRONG: readonly State[] = ['failed', 'degraded', 'missing', 'drifted', 'behind']

type TroubledCluster = { readonly name: string; readonly counts: StateCounts }
type TroubledApplication = TroubledCluster & { readonly namespace: string }

export type Troubles = {
  /** Besides those that are by plan, the longest first; those that never reported last. Null: of a team. */
  readonly silent: readonly SilentCluster[] | null
  /** Where the most is wrong first; null: more is wrong than is counted. */
  readonly worst: {
    readonly clusters: readonly TroubledCluster[]
    readonly applications: readonly TroubledApplication[]
  } | null
  /** The longest first. `isOfAll` false: only some of what is stuck were looked at. */
  readonly stuck: { readonly placements: readonly Placement[]; readonly isOfAll: boolean }
}

export type TroublesInput = { readonly namespace: string | null }

export const readTroublesUseCase = defineRead<TroublesInput, Troubles>({
  name: 'dashboard.troubles',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { namespace }) => ({
    silent: namespace === null ? await silentOf(context) : null,
    worst: await worstOf(context, namespace),
    stuck: await stuckOf(context, namespace),
  }),
})

/** Besides those that are silent by plan. */
async function silentOf(context: Context): Promise<readonly SilentCluster[]> {
  const moment = observedMoment(context, null)
  const planned = silentByPlan(await plannedAt(context, moment))
  return readSilentClusters(context.scope, moment.observedAt, SHOWN, idsIn(planned))
}

async function worstOf(context: Context, namespace: string | null): Promise<Troubles['worst']> {
  const { scope, actor } = context
  const { policy: _, silence: __, ...filter } = everyPlacement
  const teams = readableTeams(actor)
  const time = { change: null, ...observedMoment(context, null) }
  const query = {
    ...filter,
    ...time,
    namespace,
    states: WRONG,
    selectedBy: null,
    planned: null,
    unreleased: null,
    teams,
  }
  const pairs = await findInStates(scope, query)
  if (pairs === null) return null
  const counted = { ...time, namespace, teams }
  const clusters = mostOften(pairs.map(({ clusterId }) => clusterId))
  const applications = mostOften(pairs.map(({ applicationId }) => applicationId))
  const ofClusters = await countStates(context, counted, 'cluster', clusters, clusters)
  const ofApplications = await countStates(context, counted, 'application', applications, null)
  const clusterBodies = await loadObjects(scope, 'cluster', { ids: clusters }, null)
  const applicationBodies = await loadObjects(scope, 'application', { ids: applications }, null)
  return {
    clusters: clusters.map((id) => {
      const { name } = storedObject('cluster', clusterBodies.get(id))
      return { name, counts: ofClusters.get(id) ?? {} }
    }),
    applications: applications.map((id) => {
      const { team, name } = storedObject('application', applicationBodies.get(id))
      return { namespace: team, name, counts: ofApplications.get(id) ?? {} }
    }),
  }
}

/** The ids that are there most often. */
function mostOften(ids: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, SHOWN)
    .map(([id]) => id)
}

async function stuckOf(context: Context, namespace: string | null): Promise<Troubles['stuck']> {
  const { items, next } = await listPlacementsUseCase.within(context, {
    at: null,
    filter: { ...everyPlacement, namespace, ...STUCK },
    after: null,
    limit: STUCK_MAX,
  })
  const placements = items
    .toSorted((a, b) => sinceOf(a) - sinceOf(b) || compareText(a.cluster, b.cluster))
    .slice(0, SHOWN)
  return { placements, isOfAll: next === null }
}

function sinceOf({ stateSince }: Placement): number {
  return stateSince?.getTime() ?? 0
}
