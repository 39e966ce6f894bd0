// An upgrade as the API answers it.
import { z } from 'zod'
import { PUBLICATION_STATES } from '#lib/domain/git/publication-state.ts'

const count = z.number().int().min(0)
const files = z.strictObject({ added: count, removed: count, modified: count })

export const upgradeOutput = z
  .strictObject({
    layout: count.meta({ description: 'The layout of the manifests that this version writes.' }),
    state: z.enum(['none', 'waiting', 'going-out', 'done']).meta({
      description:
        '`waiting`: branches keep an older layout, and their changes, until an admin confirms.',
    }),
    ready: z.boolean().meta({
      description: 'Whether it is worked out what it does to each branch that can be read.',
    }),
    digest: z
      .string()
      .nullable()
      .meta({ description: 'What to send as Berth-Impact to confirm it.' }),
    change: count.nullable().meta({ description: 'The newest change that confirmed it.' }),
    files: files.meta({
      description: 'What the layout alone rewrites; the changes that wait come on top.',
    }),
    clusters: count.meta({
      description: 'How many clusters have to have their bootstrap manifest applied again.',
    }),
    confirmFiles: count.nullable(),
    confirmClusters: count.nullable(),
    branches: z.array(
      z.strictObject({
        branch: z.string(),
        layout: count,
        state: z.enum(['unread', 'waiting', ...PUBLICATION_STATES]),
        change: count.nullable(),
        files: files.nullable(),
        clusters: count.nullable(),
        waiting: count.meta({ description: 'Changes that are not in Git yet.' }),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Upgrade' })

export type UpgradeAnswer = z.output<typeof upgradeOutput>
export type UpgradeFileJson = z.output<typeof upgradeFileSchema>

export const upgradeFileSchema = z
  .strictObject({
    place: z
      .string()
      .meta({ description: 'The path, with `<cluster>` for the name of a cluster.' }),
    effect: z.enum(['added', 'removed', 'modified']),
    files: count.meta({ description: 'How many files of the place change alike.' }),
    examples: z.array(z.string()),
    patch: z
      .string()
      .nullable()
      .meta({ description: 'A unified diff of the first example; null: only counted.' }),
  })
  .meta({ id: 'UpgradeFile' })

export const bootstrapClusterSchema = z
  .strictObject({ cluster: z.string(), branch: z.string() })
  .meta({ id: 'BootstrapCluster' })
