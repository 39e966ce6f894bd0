// A cluster’s hold on its version of an application, as it is sent and answered.
import { z } from 'zod'

const instant = z.iso.datetime()

export const holdInput = z
  .strictObject({
    until: z.iso.datetime({ offset: true }).meta({
      description: 'When it ends by itself.',
      examples: ['2026-12-24T18:00:00Z'],
    }),
    reason: z.string().meta({ description: 'Why, in 3 characters or more.' }),
  })
  .meta({ id: 'HoldInput' })
export type HoldInput = z.output<typeof holdInput>

export const holdOutput = z
  .strictObject({
    namespace: z.string(),
    application: z.string(),
    cluster: z.string(),
    environment: z.string(),
    version: z
      .strictObject({ number: z.number().int(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null: what the application had before it followed versions.' }),
    revision: z.string().meta({ description: 'The commit, or the branch.' }),
    until: instant.meta({ description: 'When it ends by itself.' }),
    since: instant.meta({ description: 'When it was first written.' }),
    reason: z.string(),
    by: z.string().meta({ description: 'Who wrote it last.' }),
    change: z.number().int().meta({ description: 'The change that wrote it last.' }),
  })
  .meta({ id: 'Hold' })
export type HoldJson = z.output<typeof holdOutput>

export const holdsOutput = z
  .strictObject({ items: z.array(holdOutput) })
  .meta({ id: 'Holds', description: 'Those first that end first.' })
