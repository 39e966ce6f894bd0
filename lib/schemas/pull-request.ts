// Pull requests in which changes wait for somebody who merges them, as the API answers with them.
import { z } from 'zod'
import { PULL_REQUEST_STATES } from '#lib/domain/git/pull-request.ts'

const count = z.int().min(0)

export const pullRequestLink = z
  .strictObject({
    number: z.int().min(1).meta({ description: 'As the Git host counts them.' }),
    url: z.string(),
  })
  .meta({ id: 'PullRequestLink' })

export const pullRequestSchema = z
  .strictObject({
    branch: z.string().meta({ description: 'Into which it is merged.' }),
    ...pullRequestLink.shape,
    state: z.enum(PULL_REQUEST_STATES).meta({
      description:
        '`closed`: unmerged, and what waits for it stays where it is until somebody decides.',
    }),
    title: z.string(),
    changes: z.strictObject({ from: count, to: count, count }).meta({
      description: 'Which changes it carries.',
    }),
    opened_at: z.iso.datetime(),
    closed_by: z
      .string()
      .nullable()
      .meta({ description: 'Null: nobody, or the host doesn’t say.' }),
    error: z.string().nullable().meta({ description: 'Why it isn’t as it should be.' }),
  })
  .meta({ id: 'PullRequest' })

export type PullRequestJson = z.output<typeof pullRequestSchema>
