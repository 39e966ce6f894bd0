// What is wrong now, in figures: each is the total of the list that it leads to.
import { readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { type Freshness, isSilentWhen } from '#lib/domain/observed/freshness.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { listAlertsUseCase } from '../alerts/list.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type ObservedMoment, observedMoment } from '../moment.ts'
import { plannedAt } from '../observed/planned.ts'
import { countPlaced, heardOf } from '../observed/state-counts.ts'
import { listPlacementsUseCase } from '../placements/list.ts'
import { clustersOf, type Part, placementsOf } from './part.ts'

/** The states that a figure counts together. What is placed is in exactly one of them, or healthy; what is left can be, too. */
export const FIGURE_STATES = {
  unwell: ['failed', 'degraded', 'missing'],
  drifted: ['drifted'],
  late: ['behind', 'waiting'],
  unknown: ['unknown'],
  underWay: ['progressing', 'suspended'],
} as const satisfies Readonly<Record<string, readonly State[]>>
export type Figure = keyof typeof FIGURE_STATES

/** A placement waits and progresses for a while; after that somebody should look. */
export const STUCK = { states: ['waiting', 'progressing'], stateForS: 15 * 60 } as const satisfies {
  readonly states: readonly State[]
  readonly stateForS: number
}

export const SILENT: readonly Freshness[] = ['stale', 'none']

export type Figures = Readonly<Record<Figure, Total>> & {
  readonly placements: Total
  /** Null: so many are in other states that these aren't counted. */
  readonly healthy: number | null
  /** Placements that are on their way for so long that they won't arrive by themselves; other figures count them, too. */
  readonly stuck: Total
  /** Clusters that are silent, besides those that are so by plan; of a team its placements on such. */
  readonly silent: Total
  /** How many more clusters are silent by plan; null: of a team. */
  readonly planned: number | null
  /** Null: of a team. */
  readonly clusters: number | null
  /** How many alerts fire, whatever environment they are about. */
  readonly firing: Total
  /** The labels by whose values is counted over time. */
  readonly labelKeys: readonly string[]
}

export const readFiguresUseCase = defineRead<Part, Figures>({
  name: 'dashboard.figures',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, part) => {
    const { namespace } = part
    const moment = observedMoment(context, null)
    const standings = await readStandings(context.scope, moment.observedAt, null)
    const { labelKeys } = await readObservedSettings(context.scope)
    return {
      ...((await countedFigures(context, part, moment, standings)) ??
        (await listedFigures(context, part))),
      ...(namespace === null
        ? await figuresOfClusters(context, part, moment, standings)
        : {
            silent: await countListed(context, {
              ...placementsOf(part),
              freshness: SILENT,
              silence: 'unplanned',
            }),
            planned: null,
            clusters: null,
          }),
      firing: await firingAlerts(context, namespace),
      labelKeys,
    }
  },
})

type StateFigures = Readonly<Record<Figure, Total>> &
  Pick<Figures, 'placements' | 'healthy' | 'stuck'>

/** Without looking at each placement; null: that can't be. */
async function countedFigures(
  context: Context,
  part: Part,
  moment: ObservedMoment,
  standings: readonly Standing[],
): Promise<StateFigures | null> {
  const { namespace } = part
  const query = {
    change: null,
    ...moment,
    teams: readableTeams(context.actor),
    namespace,
  }
  const clusters = await clustersOf(context, part)
  const placed = await countPlaced(context, query, standings, STUCK.stateForS, clusters)
  if (placed === null) return null
  // What is there without being placed is known of clusters that reported.
  const hasSilent = standings.some(({ freshness }) => isSilentWhen(freshness))
  const countOf = async (states: readonly State[]) => {
    const left = await countListed(context, {
      ...placementsOf(part),
      states: states.filter((state) => state !== 'unknown' || hasSilent),
      placed: false,
    })
    return left.totalIsExact ? exactly(sumOf(placed.states, states) + left.total) : left
  }
  return {
    placements: exactly(sumOf(placed.states, STATES)),
    unwell: await countOf(FIGURE_STATES.unwell),
    drifted: await countOf(FIGURE_STATES.drifted),
    late: await countOf(FIGURE_STATES.late),
    unknown: await countOf(FIGURE_STATES.unknown),
    underWay: await countOf(FIGURE_STATES.underWay),
    stuck: exactly(sumOf(placed.lasting, STUCK.states)),
    healthy: placed.states.healthy ?? 0,
  }
}

function sumOf(counts: StateCounts, states: readonly State[]): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** The totals of the lists, which count no further than lists do. */
async function listedFigures(context: Context, part: Part): Promise<StateFigures> {
  const count = (filter: Partial<Filter>) =>
    countListed(context, { ...placementsOf(part), ...filter })
  const placements = await count({})
  const unwell = await count({ states: FIGURE_STATES.unwell })
  const drifted = await count({ states: FIGURE_STATES.drifted })
  const late = await count({ states: FIGURE_STATES.late })
  const unknown = await count({ states: FIGURE_STATES.unknown })
  const underWay = await count({ states: FIGURE_STATES.underWay })
  const others = [unwell, drifted, late, unknown, underWay]
  const left = await count({
    states: [...FIGURE_STATES.unwell, ...FIGURE_STATES.unknown],
    placed: false,
  })
  return {
    placements,
    unwell,
    drifted,
    late,
    unknown,
    underWay,
    stuck: await count(STUCK),
    healthy: [placements, left, ...others].every(({ totalIsExact }) => totalIsExact)
      ? placements.total + left.total - others.reduce((sum, { total }) => sum + total, 0)
      : null,
  }
}

type Filter = ReturnType<typeof placementsOf>

async function countListed(context: Context, filter: Filter): Promise<Total> {
  const { total, totalIsExact } = await listPlacementsUseCase.within(context, {
    at: null,
    filter,
    after: null,
    limit: 0,
  })
  return { total, totalIsExact }
}

async function figuresOfClusters(
  context: Context,
  part: Part,
  moment: ObservedMoment,
  standings: readonly Standing[],
): Promise<Pick<Figures, 'silent' | 'planned' | 'clusters'>> {
  const { clusters } = await context.fleet()
  const among = await clustersOf(context, part)
  const all = clusters.ordered.filter((id) => among === null || hasBit(among, id))
  const heard = heardOf(standings)
  const planned = silentByPlan(await plannedAt(context, moment))
  const silent = all.filter((id) => !hasBit(heard, id))
  const silentAsPlanned = silent.filter((id) => hasBit(planned, id)).length
  return {
    silent: exactly(silent.length - silentAsPlanned),
    planned: silentAsPlanned,
    clusters: all.length,
  }
}

async function firingAlerts(context: Context, namespace: string | null): Promise<Total> {
  const filter = { phase: 'firing', rule: null, namespace } as const
  const { total, totalIsExact } = await listAlertsUseCase.within(context, {
    filter,
    after: null,
    limit: 0,
  })
  return { total, totalIsExact }
}
