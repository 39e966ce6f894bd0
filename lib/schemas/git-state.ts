// Whether Git and the database have the same history, as the API answers it.
import { z } from 'zod'
import { presentPullRequests } from './pull-request.ts'

const count = z.int().nonnegative()
const files = z.object({ added: count, removed: count, modified: count })

export const gitStateOutput = z
  .object({
    state: z.enum(['in_step', 'database_behind_git', 'repository_taken_over']),
    reason: z.string().nullable().meta({ description: 'What was seen, in a sentence.' }),
    since: z.iso.datetime().nullable(),
    generation: z
      .string()
      .nullable()
      .meta({ description: 'As `.berth/owned` says it; null: the first one.' }),
    last_change: count,
    check: z.object({ at: z.iso.datetime(), fault: z.string().nullable() }).nullable().meta({
      description:
        'When the repository on the machine of Berth was last looked through, and what was wrong.',
    }),
    pull_requests: presentPullRequests,
    comparison: z
      .object({
        digest: z.string(),
        at: z.iso.datetime(),
        highest_change: count.meta({ description: 'The highest change that a commit names.' }),
        files,
        branches: z.array(
          z.object({
            branch: z.string(),
            tip: z.string(),
            ...files.shape,
            clusters: z.array(z.string()).meta({
              description: 'The clusters that lose their folder there: the first 20 by name.',
            }),
            clusters_total: count,
          }),
        ),
      })
      .nullable()
      .meta({
        description:
          'What it takes to make Git equal to the database; null: nothing stands still, or it is being worked out.',
      }),
  })
  .meta({ id: 'GitState' })

export type GitStateJson = z.infer<typeof gitStateOutput>
