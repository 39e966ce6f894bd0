// The kinds that teams may bring to their namespaces beyond what every team may: as an admin writes them, and their impact.
import { z } from 'zod'
import { ignoredStatus } from '#lib/domain/objects/fields.ts'
import {
  type ApplicationKinds,
  applicationKindsIssues,
  canonicalKinds,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import { diffSchema, warningsSchema } from './impact.ts'
import { readShape } from './shape.ts'

const kinds = z.array(
  z.strictObject({
    group: z.string().meta({
      description: 'The API group, without a version; empty: the core group.',
      examples: ['cert-manager.io'],
    }),
    resources: z.array(z.string()).meta({
      description: 'Resources of the group, as lower-case plurals.',
      examples: [['certificates', 'issuers']],
    }),
  }),
)

export const applicationKindsInput = z
  .strictObject({ application_kinds: kinds, status: ignoredStatus })
  .meta({ id: 'ApplicationKindsInput' })

const count = z.number().int().min(0)

export const applicationKindsOutput = z
  .strictObject({
    application_kinds: kinds.meta({ description: 'What teams may bring besides `built_in`.' }),
    status: z.strictObject({
      built_in: kinds.meta({ description: 'What every team may bring.' }),
      clusters: count,
      updated_at: z.iso.datetime().nullable(),
      updated_by: z.string().nullable(),
    }),
  })
  .meta({ id: 'ApplicationKinds' })

export type ApplicationKindsJson = z.output<typeof applicationKindsOutput>

export const applicationKindsImpact = z
  .strictObject({
    clusters: count.meta({
      description: 'How many clusters have another bootstrap, to be applied again by hand.',
    }),
    branches: z.array(z.string()),
    files: z.strictObject({ added: count, removed: count, modified: count }),
    warnings: warningsSchema,
    example: diffSchema.nullable().meta({
      description: 'The bootstrap of the first of the clusters by name; null: none differs.',
    }),
    confirmClusters: count
      .nullable()
      .meta({ description: 'The number that a save must confirm; null: none.' }),
  })
  .meta({ id: 'ApplicationKindsImpact' })

export type ApplicationKindsImpactJson = z.output<typeof applicationKindsImpact>

/** The additions in their canonical order, from the JSON that people send. */
export function readApplicationKindsBody(json: unknown): Checked<readonly ApplicationKinds[]> {
  const shape = readShape(applicationKindsInput, json)
  if (!shape.ok) return shape
  const { application_kinds: sent } = shape.value
  const issues = applicationKindsIssues(sent, ['application_kinds'])
  return issues.length === 0 ? accepted(canonicalKinds(sent)) : refused(issues)
}
