// What really runs, in counts: as it is, and as it became so.
import { z } from 'zod'
import {
  grouping,
  groupingOrNone,
  instant,
  oneWord,
  text,
  timeZone,
  word,
} from '#lib/domain/lists/parameters.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { METRIC_NAMES } from '#lib/domain/observed/series-metrics.ts'
import { STEPS } from '#lib/domain/observed/series-steps.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { seriesJson, seriesSchema } from '#lib/http/api/series-schema.ts'
import { defineList } from '#lib/lists/list.ts'
import { indexPosition } from '#lib/lists/positions.ts'
import { observedSeriesUseCase } from '#lib/usecases/observed/series.ts'
import { observedSummaryUseCase, type StateGroup } from '#lib/usecases/observed/summary.ts'

const count = z.number().int()
const namespace = text('Only applications of this team.')

const groupSchema = z
  .strictObject({
    key: z.string().nullable().meta({ description: 'Null: the clusters without such a label.' }),
    counts: z.partialRecord(z.enum(STATES), count).meta({
      description:
        'Placements by state, with what is still there without being placed. Of a time when there were more than 20,000: as counted at the last full hour, or midnight, before.',
    }),
    worst: z.enum(STATES).nullable().meta({ description: 'Null: it has no placements.' }),
    freshness: z
      .strictObject({ fresh: count, late: count, stale: count, none: count })
      .nullable()
      .meta({
        description:
          'Clusters by how lately they were heard of: of an application or a team those on which it is placed. Null: it isn’t kept for so long.',
      }),
  })
  .meta({ id: 'ObservedGroup' })

const observedGroups = defineList({
  parameters: z.object({
    by: grouping('What the placements of a group have in common.'),
    namespace,
  }),
  position: indexPosition,
  useCase: observedSummaryUseCase,
  input: ({ by, namespace }, window) => ({ ...window, by, namespace }),
})

export const observedSummary = listOperation(observedGroups, {
  id: 'summarizeObserved',
  path: '/observed/summary',
  tag: 'placements',
  summary: 'Count placements by state, the worst groups first',
  item: groupSchema,
  json: (group) => group,
  columns: {
    key: ({ key }) => key,
    worst: ({ worst }) => worst,
    ...Object.fromEntries(
      STATES.map((state) => [state, ({ counts }: StateGroup) => counts[state] ?? 0]),
    ),
    ...Object.fromEntries(
      FRESHNESSES.map((each) => [
        `clusters_${each}`,
        ({ freshness }: StateGroup) => freshness?.[each],
      ]),
    ),
  },
})

export const observedSeries = operation({
  id: 'getObservedSeries',
  method: 'GET',
  path: '/observed/series',
  tag: 'placements',
  summary: 'Count placements, deployments and what they took over time',
  query: z.object({
    metric: oneWord(METRIC_NAMES, 'What is counted'),
    by: groupingOrNone('What the placements of a line have in common.'),
    namespace,
    environment: text('Only what is on clusters of this environment, without groups.'),
    from: instant(
      'From the step in which this instant lies on; a day before `to` if it isn’t said.',
    ),
    to: instant('Before this instant; now if it isn’t said.'),
    step: word(STEPS, 'Of a point; such that there are about 120 at most if it isn’t said.'),
    tz: timeZone('Whose clocks say when days begin, and parts of days.'),
    compare: word(['previous'], '`previous` adds the time before.'),
  }),
  responses: { 200: seriesSchema },
  useCase: observedSeriesUseCase,
  handle: async ({ services, session, query: { tz, compare, ...query } }) =>
    jsonResponse(
      seriesJson(
        await observedSeriesUseCase.invoke(services, session, {
          ...query,
          timeZone: tz,
          isCompared: compare !== null,
        }),
      ),
    ),
})
