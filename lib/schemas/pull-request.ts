// Pull requests in which changes wait for somebody who merges them, as the API answers with them.
import { z } from 'zod'
import { NEXT_STEPS } from '#lib/domain/git/next-step.ts'
import { PULL_REQUEST_STATES } from '#lib/domain/git/pull-request.ts'

const count = z.int().min(0)
const change = z.int().min(1)
const instant = z.iso.datetime()

export const pullRequestLink = z
  .strictObject({
    number: z.int().min(1).meta({ description: 'As the Git host counts them.' }),
    url: z.string(),
  })
  .meta({ id: 'PullRequestLink' })

export const pullRequestOutput = z
  .strictObject({
    branch: z.string().meta({ description: 'Into which it is merged.' }),
    ...pullRequestLink.shape,
    state: z.enum(PULL_REQUEST_STATES).meta({
      description:
        '`closed`: unmerged, and what waits for it stays where it is until somebody decides.',
    }),
    next: z.enum(NEXT_STEPS).nullable().meta({
      description:
        '`merge`: somebody has to merge it; `decision`: somebody has to open it again, or to take its changes back; `reopening`: Berth is about to open it again, or another one where the host doesn’t; `settling`: it was merged, and Berth is about to see that in Git. Null: it is over.',
    }),
    title: z.string().nullable().meta({
      description: 'Null for those who see only their teams: it may name what others have.',
    }),
    environments: z
      .array(z.string())
      .meta({ description: 'Those of the clusters on the branch: the first 20 by name.' }),
    environments_total: count,
    clusters: count.meta({ description: 'How many are on the branch.' }),
    changes: z
      .strictObject({
        from: change,
        to: change,
        count: count.meta({ description: 'At most 1000 are counted.' }),
      })
      .nullable()
      .meta({ description: 'Which changes are in it and not in the branch. Null: none is.' }),
    later_changes: count.meta({
      description:
        'How many changes wait for the branch and aren’t in it; at most 1000 are counted.',
    }),
    waits_since: instant
      .nullable()
      .meta({ description: 'When the first of the changes was made that wait for the branch.' }),
    opened_at: instant,
    closed_by: z
      .string()
      .nullable()
      .meta({ description: 'Null: nobody, or the host doesn’t say.' }),
    asked_at: instant.nullable().meta({
      description: 'When the host last answered. Null: Berth is about to ask it.',
    }),
    reopen_asked_at: instant
      .nullable()
      .meta({ description: 'When somebody asked for it to be opened again. Null: nobody did.' }),
    error: z.string().nullable().meta({
      description:
        'Why it isn’t as it should be. Null for those who see only their teams: it may name what others have.',
    }),
  })
  .meta({ id: 'PullRequest' })

export const presentPullRequests = z
  .object({
    open: count.meta({ description: 'Branches whose pull request somebody has to merge.' }),
    held: count.meta({
      description:
        'Branches on which changes wait although their pull request was closed unmerged: somebody has to decide.',
    }),
  })
  .meta({ id: 'PresentPullRequests' })

export type PullRequestJson = z.output<typeof pullRequestOutput>
