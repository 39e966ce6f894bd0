// Wanted, published, pulled, observed: where a placement is, as the API answers it.
import { z } from 'zod'
import { plannedSilence } from '#lib/domain/objects/observed-status.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { HEALTH_STATUSES, PHASES, SYNC_STATUSES } from '#lib/domain/observed/reported.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { pullRequestLink } from '#lib/schemas/pull-request.ts'

const instant = z.iso.datetime()
const change = z.number().int().min(0)

const commitAt = (description: string) =>
  z
    .strictObject({
      commit: z.string(),
      change: change
        .nullable()
        .meta({ description: 'The newest change in it; null if the commit isn’t one of Berth’s.' }),
      at: instant,
    })
    .nullable()
    .meta({ description })

export const pairStatusFields = {
  state: z
    .enum(STATES)
    .nullable()
    .meta({ description: 'What really runs; null: it is neither placed nor there.' }),
  state_since: instant.nullable().meta({ description: 'Null: that isn’t known.' }),
  freshness: z.enum(FRESHNESSES).nullable().meta({
    description: 'How lately the cluster was heard of; null: of that time nobody knows any more.',
  }),
  planned_silence: plannedSilence,
  wanted: z
    .strictObject({
      revision: z.string().meta({ description: 'The branch, tag or commit of its source.' }),
      change: change.meta({ description: 'The last that changed what is wanted on the cluster.' }),
      at: instant.meta({ description: 'When that was accepted.' }),
      actor: z.string().meta({ description: 'Who made that change.' }),
      reason: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Null: it isn’t placed, or waits for a release.' }),
  published: commitAt(
    'The first commit on the cluster’s branch with what is wanted; null: there is none yet.',
  ),
  pull_request: pullRequestLink.optional().meta({
    description: 'Where what is wanted waits for somebody who merges it; absent: nowhere.',
  }),
  pulled: commitAt('What the cluster last pulled of its branch; null: that isn’t known.'),
  observed: z
    .strictObject({
      revision: z
        .string()
        .nullable()
        .meta({ description: 'The commit of its source that it was compared with.' }),
      sync: z.enum(SYNC_STATUSES).nullable(),
      health: z.enum(HEALTH_STATUSES).nullable(),
      phase: z.enum(PHASES).nullable(),
      message: z.string().nullable(),
      at: instant.nullable(),
      images: z.array(z.string()),
    })
    .nullable()
    .meta({
      description:
        'What the cluster said of it last; of the past only revisions are kept. Null: it isn’t there, or nobody knows.',
    }),
}
