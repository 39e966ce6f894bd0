// What is wrong now, in figures: each is the total of the list that it leads to.
import { countObjects } from '#db/queries/objects.ts'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { countSilentAmong } from '#db/queries/silent-clusters.ts'
import { silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { listAlertsUseCase } from '../alerts/list.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { objectUseCases } from '../objects/use-cases.ts'
import { observedMoment } from '../moment.ts'
import { plannedAt } from '../observed/planned.ts'
import { everyPlacement, listPlacementsUseCase } from '../placements/list.ts'

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
  /** How many alerts fire. */
  readonly firing: Total
  /** The labels by whose values is counted over time. */
  readonly labelKeys: readonly string[]
}

export type FiguresInput = {
  /** Only this team's applications; null: all that may be seen. */
  readonly namespace: string | null
}

export const readFiguresUseCase = defineRead<FiguresInput, Figures>({
  name: 'dashboard.figures',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { namespace }) => {
    const count = async (filter: Partial<typeof everyPlacement>): Promise<Total> => {
      const { total, totalIsExact } = await listPlacementsUseCase.within(context, {
        at: null,
        filter: { ...everyPlacement, namespace, ...filter },
        after: null,
        limit: 0,
      })
      return { total, totalIsExact }
    }
    const placements = await count({})
    const unwell = await count({ states: FIGURE_STATES.unwell })
    const drifted = await count({ states: FIGURE_STATES.drifted })
    const late = await count({ states: FIGURE_STATES.late })
    const unknown = await count({ states: FIGURE_STATES.unknown })
    const underWay = await count({ states: FIGURE_STATES.underWay })
    const stuck = await count(STUCK)
    const { labelKeys } = await readObservedSettings(context.scope)
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
      stuck,
      healthy: [placements, left, ...others].every(({ totalIsExact }) => totalIsExact)
        ? placements.total + left.total - others.reduce((sum, { total }) => sum + total, 0)
        : null,
      silent:
        namespace === null
          ? await silentClusters(context)
          : await count({ freshness: SILENT, silence: 'unplanned' }),
      planned: namespace === null ? await countPlanned(context) : null,
      clusters: namespace === null ? await countClusters(context) : null,
      firing: await firingAlerts(context, namespace),
      labelKeys,
    }
  },
})

const byName = { by: 'name', descending: false } as const

async function silentClusters(context: Context): Promise<Total> {
  const { total, totalIsExact } = await objectUseCases.cluster.list.within(context, {
    at: null,
    filter: {
      selector: null,
      text: null,
      sort: byName,
      freshness: SILENT,
      silence: 'unplanned',
    },
    after: null,
    limit: 1,
  })
  return { total, totalIsExact }
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

async function countPlanned(context: Context): Promise<number> {
  const moment = observedMoment(context, null)
  const planned = silentByPlan(await plannedAt(context, moment))
  return countSilentAmong(context.scope, moment.observedAt, idsIn(planned))
}

async function countClusters({ scope, actor }: Context): Promise<number> {
  const teams = readableTeams(actor)
  const query = { kind: 'cluster', change: null, selector: null, text: null, teams, sort: byName }
  return exactly(await countObjects(scope, { ...query, kind: 'cluster' })).total
}
