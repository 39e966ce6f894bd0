// How what runs has become what it is: counts over time, with the changes that moved placements meanwhile.
import { listWidestChanges } from '#db/queries/change-lists.ts'
import { teamsOf } from '#db/queries/state-counts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { groupsIn, type Line, linesOf } from '#lib/domain/observed/series.ts'
import {
  type Metric,
  type MetricName,
  METRICS,
  type Unit,
} from '#lib/domain/observed/series-metrics.ts'
import {
  type Range,
  type Step,
  stepCount,
  stepFor,
  stepsBefore,
  stepsOf,
} from '#lib/domain/observed/series-steps.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type ColumnReader, columnReader } from './series-columns.ts'
import { wrongQuery } from './wrong-query.ts'

export type SeriesRequest = {
  readonly metric: MetricName
  /** What the placements of a line have in common; null: everything is one group. */
  readonly by: Grouping | null
  /** Only this team's applications. */
  readonly namespace: string | null
  /** Only what is on clusters of this environment, without groups; null: on any. */
  readonly environment: string | null
  /** Null: a day before `to`, which is now if it isn't said. */
  readonly from: Date | null
  readonly to: Date | null
  /** Null: as long as suits the range. */
  readonly step: Step | null
  /** Whose clocks say when days begin. */
  readonly timeZone: string
  /** Whether the time before is wanted, too. */
  readonly isCompared: boolean
}

type SeriesInput = Omit<SeriesRequest, 'from' | 'to' | 'step'> & {
  readonly range: Range
  readonly step: Step
}

export type ObservedSeries = {
  readonly unit: Unit
  /** From where the first step begins. */
  readonly from: Date
  readonly to: Date
  readonly step: Step
  readonly timeZone: string
  /** Up to when it was counted; null: not within the range. */
  readonly asOf: Date | null
  /** When each step begins: of what was counted at an instant, this is the instant. */
  readonly times: readonly Date[]
  readonly lines: readonly Line[]
  /** How many groups there are besides. */
  readonly leftOut: number
  /** The changes that moved most placements, in their order. */
  readonly markers: readonly Marker[]
  /** The same of the time before, point by point. */
  readonly compared: Compared | null
}

type Compared = Pick<ObservedSeries, 'from' | 'to' | 'times' | 'lines'>

export type Marker = Awaited<ReturnType<typeof listWidestChanges>>[number]

/** Nothing was ever counted before, and dates can be subtracted from it. */
const EARLIEST = new Date('2000-01-01T00:00:00Z')
const POINTS_MAX = 1000
const MARKERS_MAX = 50

export const observedSeriesUseCase = defineRead<SeriesRequest, ObservedSeries, SeriesInput>({
  name: 'observed.series',
  parse: ({ from, to, step, ...rest }, { clock }) => {
    const end = to ?? clock()
    const begin = from ?? new Date(end.getTime() - DAY_MS)
    if (rest.environment !== null && rest.by !== null)
      throw wrongQuery('environment', 'A series of one environment has no groups: leave out by.')
    const range = { from: begin < EARLIEST ? EARLIEST : begin, to: end }
    return accepted({ ...rest, range, step: requiredStep(range, step) })
  },
  // It reads a row for each hour, and those of many groups are long.
  isHeavy: ({ by, environment }) => by !== null || environment !== null,
  load: () => asked({ kind: 'tenant' }),
  run: readSeries,
})

/** The step that is asked for, or one that suits the range. */
function requiredStep(range: Range, asked: Step | null): Step {
  if (range.from >= range.to) throw wrongQuery('to', 'to must be after from.')
  const step = asked ?? stepFor(range)
  if (stepCount(range, step) <= POINTS_MAX) return step
  const most = POINTS_MAX.toLocaleString('en')
  throw wrongQuery('step', `In steps of ${step} this time has more than ${most} points.`)
}

async function readSeries(context: Context, input: SeriesInput): Promise<ObservedSeries> {
  const { range, step, timeZone, namespace, environment, isCompared } = input
  const { scope, actor } = context
  const metric = METRICS[input.metric]
  const steps = stepsOf(range, step, timeZone)
  const readable = readableTeams(actor)
  // A team that may not be read is answered as one that there is not.
  const teams = teamsOf({ teams: readable, namespace })
  const read = await columnReader(context, { ...input, metric, teams, points: steps.begins.length })
  const { columns, asOf } = await read(steps)
  const { keys, leftOut } = input.by === null ? EVERYTHING : groupsIn(metric, columns)
  const [from] = steps.begins
  return {
    unit: metric.unit,
    from: from!,
    to: range.to,
    step,
    timeZone,
    asOf,
    times: steps.begins,
    lines: linesOf(metric, columns, keys),
    leftOut,
    markers: await listWidestChanges(
      scope,
      { from: from!, to: range.to, namespace, environment, teams: readable },
      MARKERS_MAX,
    ),
    compared: isCompared ? await readCompared(input, metric, keys, read) : null,
  }
}

/** Where nothing is grouped. */
const EVERYTHING = { keys: [null], leftOut: 0 } as const

async function readCompared(
  { range, step, timeZone }: SeriesInput,
  metric: Metric,
  keys: readonly (string | null)[],
  read: ColumnReader,
): Promise<Compared> {
  const steps = stepsBefore(range, step, timeZone)
  const { columns } = await read(steps)
  return {
    from: steps.begins[0]!,
    to: steps.end,
    times: steps.begins,
    lines: linesOf(metric, columns, keys),
  }
}
