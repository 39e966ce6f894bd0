// Where to look first: clusters that are silent, and where the most is wrong.
import { readStandings } from '#db/queries/cluster-standings.ts'
import { loadObjects } from '#db/queries/objects.ts'
import { readSilentClusters, type SilentCluster } from '#db/queries/silent-clusters.ts'
import { countExceptionsBetween } from '#db/queries/state-exceptions.ts'
import { findInStates } from '#db/queries/placement-lists.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import { unreleasedIn } from '#lib/domain/fleet/unreleased.ts'
import { type Bits, idsIn } from '#lib/domain/sets/bits.ts'
import type { State, StateCounts } from '#lib/domain/observed/states.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { observedMoment } from '../moment.ts'
import { storedObject } from '../objects/stored-object.ts'
import { plannedAt } from '../observed/planned.ts'
import { countStates } from '../observed/state-counts.ts'
import { listPlacementsUseCase, type Placement } from '../placements/list.ts'
import { STUCK } from './figures.ts'
import { clustersOf, type Part, placementsOf } from './part.ts'

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

export const readTroublesUseCase = defineRead<Part, Troubles>({
  name: 'dashboard.troubles',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, part) => ({
    silent: part.namespace === null ? await silentOf(context, part) : null,
    worst: await worstOf(context, part),
    stuck: await stuckOf(context, part),
  }),
})

/** Besides those that are silent by plan. */
async function silentOf(context: Context, part: Part): Promise<readonly SilentCluster[]> {
  const moment = observedMoment(context, null)
  const planned = silentByPlan(await plannedAt(context, moment))
  const clusters = await clustersOf(context, part)
  return readSilentClusters(context.scope, moment.observedAt, SHOWN, {
    among: clusters && idsIn(clusters),
    besides: idsIn(planned),
  })
}

async function worstOf(context: Context, part: Part): Promise<Troubles['worst']> {
  const { scope, actor } = context
  const { namespace } = part
  const { policy: _, silence: __, ...filter } = placementsOf(part)
  const teams = readableTeams(actor)
  const time = { change: null, ...observedMoment(context, null) }
  const query = {
    ...filter,
    ...time,
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
  const among = await clustersOf(context, part)
  const ofApplications =
    among === null
      ? await countStates(context, counted, 'application', applications, null)
      : await countWrongOn(context, among, applications, time.observedAt)
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

/** What is wrong with some applications on some clusters: nothing of it is as most are. */
async function countWrongOn(
  { scope, fleet }: Context,
  clusters: Bits,
  applications: readonly number[],
  observedAt: Date,
): Promise<ReadonlyMap<number, StateCounts>> {
  const ids = idsIn(clusters)
  const found = await countExceptionsBetween(
    scope,
    observedAt,
    await readStandings(scope, observedAt, ids),
    { rows: applications.map((id) => [id]), columns: [ids] },
    unreleasedIn(await fleet()),
  )
  const wrong = found.filter(({ state }) => WRONG.includes(state))
  const byApplication = Map.groupBy(wrong, ({ row }) => applications[row - 1]!)
  return new Map(
    [...byApplication].map(([id, rows]) => [
      id,
      Object.fromEntries(
        WRONG.map((state) => [
          state,
          rows.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0),
        ]),
      ),
    ]),
  )
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

async function stuckOf(context: Context, part: Part): Promise<Troubles['stuck']> {
  const { items, next } = await listPlacementsUseCase.within(context, {
    at: null,
    filter: { ...placementsOf(part), ...STUCK },
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
