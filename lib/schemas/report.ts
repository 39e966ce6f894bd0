// What clusters report: the short form of it, and what is answered. Lists as Argo CD has them are read where all is known of
// Argo CD.
import { z } from 'zod'
import { plannedSilence } from '#lib/domain/objects/observed-status.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import {
  CONTROLLER_ROLES,
  HEALTH_STATUSES,
  ITEMS_MAX,
  NAME_MAX,
  PHASES,
  SYNC_STATUSES,
  TEXT_MAX,
} from '#lib/domain/observed/reported.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { pullRequestLink } from './pull-request.ts'

const instant = z.iso.datetime({ offset: true })
const text = z.string().nullish()
const name = z.string().min(1).max(NAME_MAX)
const flag = z.boolean().nullish()
const count = z.number().int().min(0)
const oneOf = (words: readonly string[], otherwise: string) =>
  text.meta({ description: `${words.join(', ')}; any other word counts as ${otherwise}.` })

const condition = z.strictObject({ type: text, message: text })

const syncEntry = z.strictObject({
  id: count.nullish(),
  revision: text.meta({
    description:
      'The commit, the version of the chart or the digest of the artifact; entries without one are left out.',
  }),
  deployedAt: instant,
  deployStartedAt: instant.nullish(),
  initiatedBy: text.meta({ description: 'A user; null if it synced by itself.' }),
})

const item = z.strictObject({
  namespace: name.meta({ description: 'Where the reconciler keeps it: that of its Argo CD.' }),
  name: name.meta({ description: 'As the reconciler calls it, such as `payments--api`.' }),
  targetRevision: text.meta({ description: 'What its manifest asks for, such as a branch.' }),
  revision: text.meta({
    description:
      'The commit that it was last compared with, or the version of the chart, or the digest of the artifact; of the root, the commit that it has applied. Anything else counts as none.',
  }),
  sync: oneOf(SYNC_STATUSES, 'Unknown'),
  health: oneOf(HEALTH_STATUSES, 'Unknown'),
  phase: oneOf(PHASES, 'none').meta({
    description: 'Of the operation that runs or ran last; any other word counts as none.',
  }),
  message: text,
  startedAt: instant.nullish(),
  finishedAt: instant.nullish(),
  reconciledAt: instant.nullish(),
  deleting: flag,
  images: z.array(z.string()).nullish(),
  conditions: z.array(condition).nullish(),
  history: z
    .array(syncEntry)
    .nullish()
    .meta({ description: 'Syncs that succeeded, oldest first.' }),
})

const reconciler = z.strictObject({
  kind: z.string(),
  version: text,
  confinement: z
    .strictObject({
      enabled: z.boolean(),
      enforced: z.boolean(),
      controllerRole: z.enum(CONTROLLER_ROLES).nullish(),
      projectsWithout: z.array(z.string()).nullish(),
    })
    .nullish(),
})

/** For the API's description: a report is read by `readReportJson`, which takes exactly what this takes. */
export const reportInput = z
  .strictObject({
    apiVersion: z.literal('berth.dev/v1'),
    kind: z.literal('Report'),
    at: instant.meta({ description: 'When the cluster was looked at, by its own clock.' }),
    sequence: count.nullish().meta({
      description:
        'A number that grows with each report and never starts again; without it, reports are ordered by `at`.',
    }),
    complete: flag.meta({
      description: 'Whether what it doesn’t name isn’t there; true if it isn’t said.',
    }),
    reconciler: reconciler.nullish(),
    items: z.array(item).max(ITEMS_MAX),
  })
  .meta({
    id: 'Report',
    description: `What runs on a cluster. Texts are cut at ${TEXT_MAX} characters.`,
  })

export const unchangedInput = z
  .strictObject({
    digest: z.string().min(1).max(128).meta({
      description: 'What was sent as Berth-Report-Digest with the last complete report.',
    }),
    at: instant.nullish().meta({
      description:
        'When the cluster was looked at, by its own clock; as received if it isn’t said.',
    }),
  })
  .meta({ id: 'ReportUnchanged' })

export type UnchangedBody = z.output<typeof unchangedInput>

export const reportOutput = z
  .strictObject({
    received: z.number().int().meta({ description: 'Applications that it names.' }),
    changed: z
      .number()
      .int()
      .meta({ description: 'Of ours: those that it says something new of.' }),
    filled: z.number().int().meta({ description: 'Syncs in their histories that weren’t known.' }),
    foreign: z.number().int().meta({ description: 'Applications that Berth didn’t make.' }),
    ignored: z.number().int().meta({ description: 'Of ours: those of which newer is known.' }),
    next_s: z.number().int().meta({ description: 'In how many seconds to report again.' }),
  })
  .meta({ id: 'ReportAnswer' })

const stateCounts = z.partialRecord(z.enum(STATES), z.number().int())
const moment = z.iso.datetime().nullable()

const countsByName = z.record(z.string(), z.number())

export const clusterReportOutput = z
  .strictObject({
    observed_at: moment.meta({ description: 'When it was last heard of, by our clock.' }),
    received_at: moment,
    freshness: z.enum(FRESHNESSES),
    planned_silence: plannedSilence,
    interval_s: z.number().int(),
    clock_offset_s: z.number().nullable().meta({
      description: 'By how much its clock is ahead of ours; null if that isn’t known.',
    }),
    reconciler: z.strictObject({ kind: z.string(), version: z.string().nullable() }).nullable(),
    confinement: z.enum(['proven', 'unproven', 'disproved']),
    pulled: z
      .strictObject({
        branch: z.string(),
        commit: z.string(),
        change: z.number().int().nullable().meta({
          description: 'The newest change in it; null if the commit isn’t one of Berth’s.',
        }),
        at: z.iso.datetime(),
        behind: z.number().int().nullable().meta({
          description: 'How many published changes it lacks; null if that isn’t known.',
        }),
      })
      .nullable(),
    counts: stateCounts.meta({ description: 'How many of its placements are in each state.' }),
    lacks: z
      .strictObject({
        total: z.number().int(),
        items: z.array(
          z.strictObject({
            id: z.number().int(),
            at: z.iso.datetime(),
            actor: z.string(),
            reason: z.string().nullable(),
            published: z.boolean().meta({ description: 'Whether it could have pulled it.' }),
          }),
        ),
        proposed: z
          .strictObject({ total: z.number().int(), pull_request: pullRequestLink })
          .optional()
          .meta({
            description:
              'How many more wait for somebody who merges them into its branch, and where; absent: none does.',
          }),
      })
      .nullable()
      .meta({
        description:
          'The newest changes that moved something there and that it hasn’t pulled; null: nobody knows what it has pulled.',
      }),
    foreign: z.number().int().meta({ description: 'Applications that Berth didn’t make.' }),
    metrics: z
      .strictObject({
        received_at: z.iso.datetime(),
        applications: z.strictObject({ health: countsByName, sync: countsByName }),
        connected: z.boolean().nullable().meta({
          description: 'Whether its reconciler reaches the cluster; null: they don’t say.',
        }),
        queues: countsByName.meta({ description: 'How much waits in its reconciler.' }),
      })
      .nullable()
      .meta({
        description:
          'What its own metrics say, of all applications there, Berth’s or not; null: it never sent any, or whoever asks reads only some teams.',
      }),
  })
  .meta({ id: 'ClusterReport' })

export type ClusterReportBody = z.output<typeof clusterReportOutput>
