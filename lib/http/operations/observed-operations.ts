// What really runs, in counts.
import { z } from 'zod'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { defineList, listOperation } from '#lib/http/api/lists.ts'
import { grouping } from '#lib/http/api/parameters.ts'
import { indexPosition } from '#lib/http/api/positions.ts'
import { observedSummaryUseCase, type StateGroup } from '#lib/usecases/observed/summary.ts'

const count = z.number().int()

const groupSchema = z
  .strictObject({
    key: z.string().nullable().meta({ description: 'Null: the clusters without such a label.' }),
    counts: z.partialRecord(z.enum(STATES), count).meta({
      description: 'Placements by state, with what is still there without being placed.',
    }),
    worst: z.enum(STATES).nullable().meta({ description: 'Null: it has no placements.' }),
    freshness: z
      .strictObject({ fresh: count, late: count, stale: count, none: count })
      .nullable()
      .meta({
        description:
          'Clusters by how lately they were heard of: of an application or a team those on which it is placed. Null: for the past.',
      }),
  })
  .meta({ id: 'ObservedGroup' })

const observedGroups = defineList({
  parameters: z.object({
    by: grouping('What the placements of a group have in common.'),
  }),
  position: indexPosition,
  useCase: observedSummaryUseCase,
  input: ({ by }, window) => ({ ...window, by }),
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
