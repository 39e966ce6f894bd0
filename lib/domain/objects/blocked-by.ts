// What placements wait for, as it is answered wherever they are.
import { z } from 'zod'

/**
 * Of an application that is needed: `not_placed`, `not_released` there, there in an `older` version, `not_healthy` by the newest
 * report, `unknown_since` a time when its cluster fell silent, `missing`, as there is none of that name any more.
 */
const BLOCKED_CODES = [
  'not_placed',
  'not_released',
  'older',
  'not_healthy',
  'unknown_since',
  'missing',
] as const
export type BlockedCode = (typeof BLOCKED_CODES)[number]

const count = z.number().int().min(0)

/** An application that is needed and isn't there, with what that one waits for itself. */
export const blockedByField = z
  .strictObject({
    namespace: z
      .string()
      .nullable()
      .meta({ description: 'Null: it is an application of another team.' }),
    application: z.string().nullable().meta({ description: 'Null, as above.' }),
    cluster: z.string().meta({ description: 'Where it is waited for.' }),
    on: z
      .string()
      .nullable()
      .meta({
        description:
          '`cluster`: it is needed on the same cluster. `environment:NAME`: in the clusters of an environment. Null, as above.',
        examples: ['cluster'],
      }),
    code: z
      .enum(BLOCKED_CODES)
      .nullable()
      .meta({ description: 'What is wrong with it; null, as above.' }),
    needs: z
      .string()
      .nullable()
      .meta({
        description: 'The version that is needed at least; null: any, or as above.',
        examples: ['v2.0'],
      }),
    has: z
      .string()
      .nullable()
      .meta({
        description: 'The version that is there instead; null: none, or it has no versions.',
        examples: ['v1.9'],
      }),
    since: z.iso.datetime().nullable().meta({ description: 'Since when; null: that isn’t known.' }),
    text: z.string().meta({
      description: 'The same in words.',
      examples: ['waits for payments/db (v1.9, needs v2.0)'],
    }),
    get behind(): z.ZodArray<z.ZodType<BlockedByJson>> {
      return z.array(blockedByField).meta({
        description:
          'What that one waits for itself, down to the root. Lists of placements leave it empty.',
      })
    },
  })
  .meta({ id: 'BlockedBy' })

export type BlockedByJson = {
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string
  readonly on: string | null
  readonly code: BlockedCode | null
  readonly needs: string | null
  readonly has: string | null
  readonly since: string | null
  readonly text: string
  readonly behind: BlockedByJson[]
}

/** Clusters of one application. */
export const blockedClustersField = z
  .strictObject({
    clusters: count.meta({
      description: 'How many clusters don’t have yet what they are to have.',
    }),
    looked_at: count.meta({
      description: 'How many of these were looked at: the first 100.',
    }),
    groups: z
      .array(
        z.strictObject({
          clusters: count.meta({ description: 'How many of those that were looked at.' }),
          by: z.array(blockedByField).meta({ description: 'As it is on the first of them.' }),
        }),
      )
      .meta({ description: 'Those that wait for others, by what they wait for.' }),
  })
  .meta({ id: 'BlockedClusters' })
export type BlockedClustersJson = z.output<typeof blockedClustersField>

/** Applications on one cluster. */
export const blockedApplicationsField = z
  .strictObject({
    applications: count.meta({
      description: 'How many applications don’t have there yet what they are to have.',
    }),
    looked_at: count.meta({
      description: 'How many of these were looked at: the first 100.',
    }),
    items: z
      .array(
        z.strictObject({
          namespace: z.string(),
          application: z.string(),
          by: z.array(blockedByField),
        }),
      )
      .meta({ description: 'Those of them that wait for others, by name.' }),
  })
  .meta({ id: 'BlockedApplications' })
export type BlockedApplicationsJson = z.output<typeof blockedApplicationsField>
