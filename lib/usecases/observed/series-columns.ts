// What was counted at each step of a series, whichever way it is grouped.
import { readClusterLabels } from '#db/queries/cluster-labels.ts'
import { readCounts, readSums } from '#db/queries/observed-counts.ts'
import { readObservedSettings } from '#db/queries/observed-settings.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import {
  addedBy,
  addedCounts,
  type CountedBy,
  type Gauge,
  type Sum,
} from '#lib/domain/observed/counted.ts'
import type { Column } from '#lib/domain/observed/series.ts'
import type { Metric } from '#lib/domain/observed/series-metrics.ts'
import type { Steps } from '#lib/domain/observed/series-steps.ts'
import type { Context } from '../define.ts'
import type { Refusal } from '../refusal.ts'
import { wrongQuery } from './wrong-query.ts'

type Asked = {
  readonly metric: Metric
  readonly by: Grouping | null
  /** Only what is on its clusters; null: on any. */
  readonly environment: string | null
  readonly teams: readonly string[] | null
  /** How many steps there are. */
  readonly points: number
}

type Columns = {
  readonly columns: readonly Column[]
  /** Up to when it was counted; null: never in this time. */
  readonly asOf: Date | null
}

export type ColumnReader = (steps: Steps) => Promise<Columns>

/** By a label that nobody named, everything of every cluster is read and added up. */
const POINTS_OF_OTHER_LABELS_MAX = 60

/** How to read what is asked for. */
export async function columnReader(context: Context, asked: Asked): Promise<ColumnReader> {
  const { by, environment } = asked
  const read = (counted: CountedBy | 'team') => (steps: Steps) =>
    readColumns(context, asked, counted, steps)
  const everything = read('')
  if (environment !== null) {
    const byEnvironment = knownOnly(read('label:environment'), everything)
    return async (steps) => groupAlone(await byEnvironment(steps), environment)
  }
  if (by === null) return async (steps) => renamed(await everything(steps), () => null)
  if (by.by === 'label' && !(await isCounted(context, by.key))) {
    requireFew(asked.points)
    const labels = await readClusterLabels(context.scope, by.key)
    const ofClusters = knownOnly(read('cluster'), everything)
    return async (steps) =>
      renamed(await ofClusters(steps), (cluster) => labels.get(cluster ?? '') ?? null)
  }
  return knownOnly(read(by.by === 'label' ? `label:${by.key}` : by.by), everything)
}

/** Whether a label is one that is counted by. */
export async function isCounted({ scope }: Pick<Context, 'scope'>, key: string): Promise<boolean> {
  return key === 'environment' || (await readObservedSettings(scope)).labelKeys.includes(key)
}

function requireFew(points: number): void {
  if (points <= POINTS_OF_OTHER_LABELS_MAX) return
  throw wrongQuery(
    'by',
    `By a label that the settings don’t name, a series has at most ${POINTS_OF_OTHER_LABELS_MAX} points.`,
  )
}

function renamed(
  { columns, asOf }: Columns,
  keyOf: (key: string | null) => string | null,
): Columns {
  return { columns: columns.map((column) => column && addedBy(column, keyOf)), asOf }
}

/** What is of one group, as if there were nothing else. */
function groupAlone({ columns, asOf }: Columns, key: string): Columns {
  const alone = (column: NonNullable<Column>) => {
    const found = column.get(key)
    return new Map(found === undefined ? [] : [[null, found]])
  }
  return { columns: columns.map((column) => column && alone(column)), asOf }
}

/** Where there was something and no group has any of it, it wasn't counted by group: a label was named later, for instance. */
function knownOnly(grouped: ColumnReader, everything: ColumnReader): ColumnReader {
  return async (steps) => {
    const { columns, asOf } = await grouped(steps)
    if (columns.every((column) => column === null || column.size > 0)) return { columns, asOf }
    const all = await everything(steps)
    const isLost = (column: Column, index: number) =>
      column?.size === 0 && (all.columns[index]?.size ?? 0) > 0
    return { columns: columns.map((each, index) => (isLost(each, index) ? null : each)), asOf }
  }
}

function readColumns(
  context: Context,
  { metric: { from: metric, isOf }, teams }: Asked,
  by: CountedBy | 'team',
  steps: Steps,
): Promise<Columns> {
  if (isOf !== undefined && (teams !== null || !isCountedBy(isOf, by))) {
    return Promise.resolve({ columns: steps.begins.map(() => null), asOf: null })
  }
  if (isGauge(metric)) return readInstants(context, { metric, by, teams }, steps)
  return readTimes(context, { metric, by, teams }, steps)
}

function isCountedBy(isOf: 'everything' | 'clusters', by: CountedBy | 'team'): boolean {
  return by === '' || (isOf === 'clusters' && by !== 'team' && by !== 'application')
}

function isGauge(metric: Gauge | Sum): metric is Gauge {
  return metric === 'states' || metric === 'freshness'
}

type Counted<M> = {
  readonly metric: M
  readonly by: CountedBy | 'team'
  readonly teams: readonly string[] | null
}

/** How it was when each step began; nobody knows what will be. */
async function readInstants(
  { scope, services }: Context,
  counted: Counted<Gauge>,
  { begins }: Steps,
): Promise<Columns> {
  const now = services.clock()
  const past = begins.filter((begin) => begin <= now)
  const counts = await readCounts(scope, { ...counted, instants: past })
  if (counts === null) throw tooMuch()
  const last = counts.findLast((each) => each !== null)
  return {
    columns: begins.map((_, index) => counts[index]?.groups ?? null),
    asOf: last?.at ?? null,
  }
}

/** What happened in each step: of those that aren't counted to their end, what is known of it. */
async function readTimes(
  { scope, services }: Context,
  counted: Counted<Sum>,
  { begins, end }: Steps,
): Promise<Columns> {
  const now = services.clock()
  const to = end < now ? end : now
  const pieces = await readSums(scope, { ...counted, begins, to })
  if (pieces === null) throw tooMuch()
  const byStep = Map.groupBy(pieces, ({ from, to }) => {
    const middle = (from.getTime() + to.getTime()) / 2
    return begins.findLastIndex((begin) => begin.getTime() <= middle)
  })
  return {
    columns: begins.map((_, index) => {
      const within = byStep.get(index)
      return within === undefined ? null : addedCounts(within.map(({ counts }) => counts))
    }),
    asOf: pieces.at(-1)?.to ?? null,
  }
}

function tooMuch(): Refusal {
  return wrongQuery('by', 'There are too many groups for so long a time: ask for less of it.')
}
