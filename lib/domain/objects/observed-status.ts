// What the status of clusters and applications says of their placements. Answers of writes leave it out.
import { z } from 'zod'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { blockedApplicationsField, blockedClustersField } from './blocked-by.ts'

const states = {
  state: z
    .enum(STATES)
    .nullish()
    .meta({ description: 'The worst state of its placements; null: it has none.' }),
  counts: z.partialRecord(z.enum(STATES), z.number().int()).optional().meta({
    description:
      'How many placements are in each state, those of them that the caller may see; with what is still there without being placed.',
  }),
}

export const applicationStatus = {
  ...states,
  blocked: blockedClustersField.optional().meta({
    description:
      'Where it waits for others; absent: it needs none, or the answer is a list or of the past.',
  }),
}

/** A cluster's silence by plan. */
export const plannedSilence = z
  .strictObject({
    name: z.string().meta({ description: 'Of the silence that lasts longest.' }),
    until: z.iso.datetime(),
  })
  .nullish()
  .meta({
    description: 'The cluster isn’t expected to report then, as a silence plans it; null: it is.',
  })
export type PlannedSilenceJson = NonNullable<z.output<typeof plannedSilence>>

export const clusterStatus = {
  ...states,
  planned_silence: plannedSilence,
  freshness: z
    .enum(FRESHNESSES)
    .nullish()
    .meta({ description: 'How lately it was heard of; null: of that time nobody knows any more.' }),
  observed_at: z.iso
    .datetime()
    .nullish()
    .meta({ description: 'When that was; null: never, or for the past.' }),
  blocked: blockedApplicationsField.optional().meta({
    description:
      'Which applications wait there for others, of those that the caller may see; absent: none lacks anything there, or the answer is a list or of the past.',
  }),
  interval_s: z
    .number()
    .int()
    .nullish()
    .meta({ description: 'How many seconds it waits between reports; null as above.' }),
}
