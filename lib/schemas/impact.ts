// The impact as a dry run answers it, and as a refused write does.
import { z } from 'zod'

const count = z.number().int().min(0)

export const impactSchema = z
  .strictObject({
    digest: z.string(),
    placements: z.strictObject({ added: count, removed: count, changed: count, kept: count }),
    applications: count,
    clusters: count,
    items: z.array(
      z.strictObject({
        namespace: z.string(),
        application: z.string(),
        cluster: z.string(),
        effect: z.enum(['removed', 'added', 'changed']),
        policies: z.array(z.string()),
        reason: z.string(),
      }),
    ),
    continue: z.string().nullable(),
    files: z.strictObject({ added: count, removed: count, modified: count }),
    branches: z.array(z.string()),
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    confirmRemovals: count
      .nullable()
      .meta({ description: 'The number that a save must confirm; null: none.' }),
    confirmChanges: count.nullable(),
    diff: z
      .array(
        z.strictObject({
          branch: z.string(),
          path: z.string(),
          effect: z.enum(['added', 'removed', 'modified']),
          patch: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Impact' })

export type ImpactAnswer = z.output<typeof impactSchema>
