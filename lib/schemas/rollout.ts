// Rollouts as they are asked for and answered.
import { z } from 'zod'
import { afterField, wavesField } from '#lib/domain/objects/environment/wave-json.ts'
import {
  CHECK_STATES,
  ORIGINS,
  OVERRIDABLE_GATES,
  PAUSE_CAUSES,
  ROLLOUT_STATES,
  WAVE_STATES,
} from '#lib/domain/rollouts/rollout.ts'
import { blockedClustersField } from '#lib/domain/objects/blocked-by.ts'
import { diffSchema, warningsSchema } from './impact.ts'
import { pullRequestLink } from './pull-request.ts'

const count = z.number().int().min(0)
const instant = z.iso.datetime()
const number = z.number().int().min(1)

const GATES = [...OVERRIDABLE_GATES, 'not_published'] as const

export const rolloutInput = z
  .strictObject({
    namespace: z.string().meta({ examples: ['ieb'] }),
    application: z.string().meta({ examples: ['app1'] }),
    environment: z.string().meta({
      description: 'What clusters have in their field `environment`.',
      examples: ['prod'],
    }),
    version: z.union([number, z.string()]).meta({
      description: 'Its number, its name, or at least the first seven digits of its commit.',
      examples: ['v2.3.1'],
    }),
    waves: wavesField.sent.optional().meta({
      description:
        'Instead of those of the environment, where it lets teams roll out in their own.',
    }),
  })
  .meta({ id: 'RolloutInput' })
export type RolloutInput = z.output<typeof rolloutInput>

export const approvalInput = z
  .strictObject({
    wave: number.meta({ description: 'From 1.' }),
    decision: z.enum(['approve', 'refuse']),
    reason: z.string().meta({ description: 'At least 3 characters.' }),
  })
  .meta({ id: 'ApprovalInput' })
export type ApprovalInput = z.output<typeof approvalInput>

/** Of the clusters that an override names. */
const NAMED_MAX = 100

export const overrideInput = z
  .strictObject({
    wave: number.meta({ description: 'From 1.' }),
    gates: z.array(z.enum(OVERRIDABLE_GATES)).max(OVERRIDABLE_GATES.length).meta({
      description: 'At least one, unless holds end.',
    }),
    clusters: z.array(z.string()).min(1).max(NAMED_MAX).optional().meta({
      description:
        'Clusters of the wave that needn’t wait for other applications, if that is all that `depends` is passed for; absent: none of its clusters has to.',
    }),
    holds: z.array(z.string()).min(1).max(NAMED_MAX).optional().meta({
      description:
        'Clusters of the environment that hold their version: their holds end, and the rollout comes to them; absent: none ends.',
    }),
    later_waves: z.boolean().optional().meta({
      description:
        'Whether `not_eligible`, `frozen` and `outside_hours` are passed for all waves that come after it, too; absent: they hold these up again.',
    }),
    reason: z.string().meta({ description: 'At least 10 characters.' }),
  })
  .meta({ id: 'OverrideInput' })
export type OverrideInput = z.output<typeof overrideInput>

export const checkInput = z
  .strictObject({
    wave: number.meta({ description: 'From 1.' }),
    state: z.enum(CHECK_STATES),
    url: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'An https address where to read more.' }),
    detail: z.string().default('').meta({ description: 'Up to 1,000 characters.' }),
  })
  .meta({ id: 'CheckInput' })
export type CheckInput = z.output<typeof checkInput>

const checkOutput = z.strictObject({
  name: z.string(),
  state: z
    .enum(CHECK_STATES)
    .nullable()
    .meta({ description: 'What was said of it last; null: nothing yet.' }),
  url: z.string().nullable(),
  detail: z.string(),
  at: instant.nullable(),
})
export type CheckJson = z.output<typeof checkOutput>

const version = z
  .strictObject({ number, name: z.string().nullable(), commit: z.string() })
  .nullable()
  .meta({ description: 'Null: what the application had before it followed versions.' })

const actor = z.strictObject({
  kind: z.enum(['person', 'token', 'system']),
  id: z.string(),
  name: z.string(),
})

const waitingFields = {
  code: z.enum(GATES),
  until: instant.nullable().meta({ description: 'Null: time alone doesn’t end it.' }),
  text: z.string(),
}

const waitingFor = z.array(
  z.strictObject({
    ...waitingFields,
    pull_request: pullRequestLink.optional().meta({
      description: 'The one that has to be merged; absent: it waits for none.',
    }),
  }),
)

const rowFields = {
  id: number,
  namespace: z.string(),
  application: z.string(),
  environment: z.string(),
  version,
  origin: z.enum(ORIGINS),
  state: z.enum(ROLLOUT_STATES),
  cause: z.enum(PAUSE_CAUSES).nullable().meta({ description: 'Why it is paused; null: it isn’t.' }),
  rolls_back: number.nullable().meta({ description: 'The rollout that it takes back.' }),
  rolled_back_by: number.nullable().meta({
    description: 'The rollout that takes it back, once it was completed; null: none does.',
  }),
  superseded_by: number.nullable().meta({
    description: 'The rollout that ended it by starting; null: none did.',
  }),
  started_at: instant,
  started_by: actor,
  ended_at: instant.nullable(),
}

const health = z.strictObject({ ok: count, progressing: count, failing: count, silent: count })

/** `gate` is anything else that must hold before the next wave. */
const WAITS_FOR = ['approval', 'time', 'gate', 'git', 'clusters'] as const

export const rolloutRowOutput = z
  .strictObject({
    ...rowFields,
    waits_for: z.enum(WAITS_FOR).nullable().meta({
      description:
        'What its next step waits for, as of the last look at it: until a wave is in `git`, what its `clusters` or programs report of it, an `approval`, a `time`, such as the end of a freeze or of a soak, or another `gate` before a wave; null: it isn’t running, or wasn’t looked at since somebody did something.',
    }),
    waits_until: instant.nullable().meta({
      description:
        'When all of `waiting_for` is over by time alone: a freeze ends, hours open, a soak is over; null: something else has to happen first, or it isn’t known.',
    }),
    waiting_for: z.array(z.strictObject(waitingFields)).meta({
      description: 'What holds it up, as of the last look at it: the first 10.',
    }),
    waves_total: count,
    waves_done: count.meta({ description: 'Those that passed or were skipped.' }),
    health: health.nullable().meta({
      description: 'The clusters of its waves, as they were last counted; null: they weren’t.',
    }),
  })
  .meta({ id: 'RolloutRow' })
export type RolloutRowJson = z.output<typeof rolloutRowOutput>

export const rolloutOutput = z
  .strictObject({
    ...rowFields,
    from: z.array(z.strictObject({ version, clusters: count })).meta({
      description:
        'What the clusters of the environment had when it started: the first 10 versions, most clusters first.',
    }),
    paused: z
      .strictObject({
        at: instant,
        by: actor,
        reason: z.string().nullable(),
        wave: z.string().nullable().meta({ description: 'The one that somebody refused.' }),
      })
      .nullable()
      .meta({
        description:
          'Who paused it, when and why; where its cause is `refused`, who refused which wave. Null: it isn’t paused.',
      }),
    seq: number.meta({ description: 'Of its newest event: its ETag.' }),
    digest: z.string().meta({ description: 'Of the preview that was confirmed.' }),
    confirmed: count.meta({ description: 'How many clusters were confirmed.' }),
    wave: number.meta({ description: 'The one that is on its way or comes next, from 1.' }),
    earliest: instant.nullable().meta({
      description: 'When time alone can let it go on; null: something else has to happen first.',
    }),
    watched: z
      .strictObject({
        until: instant,
        failing: z.array(z.strictObject({ wave: number, text: z.string() })).meta({
          description: 'Waves of which more clusters are failing now than their rule allows.',
        }),
      })
      .nullable()
      .meta({
        description:
          'For 24 hours after it was completed, what its clusters report since, also as `health` of its waves; null: it is not looked at.',
      }),
    blocked: blockedClustersField.nullable().meta({
      description:
        'The clusters whose turn it is or was, and which of them wait for what the application needs; null: it needs nothing, or the rollout is over.',
    }),
    holding: count.nullable().meta({
      description:
        'How many clusters of the environment hold their version, and are left alone; null: the rollout is over.',
    }),
    waves: z.array(
      z.strictObject({
        name: z.string(),
        clusters: count.nullable().meta({
          description: 'How many it has, or is planned to have; null: whatever is left by then.',
        }),
        target: z.string().nullable().meta({
          description:
            'It is for clusters on which the application has this target; null: for any.',
        }),
        state: z.enum(WAVE_STATES),
        change: number.nullable(),
        published_at: instant.nullable(),
        quorum_at: instant.nullable().meta({
          description:
            'Since when its clusters are as its rule asks, from which it soaks; null: they aren’t, or nobody asks.',
        }),
        passed_at: instant.nullable(),
        health: health
          .nullable()
          .meta({ description: 'Its clusters, as they were last counted; null: they weren’t.' }),
        after: afterField.nullable().meta({
          description: 'What must hold after it; null: being in Git is enough.',
        }),
        deadline: instant.nullable().meta({
          description:
            'By when it must have passed, while it is in Git; null: there is no end to it.',
        }),
        checks: z.array(checkOutput).meta({ description: 'Each that it asks for.' }),
        overridden: z.array(z.enum(OVERRIDABLE_GATES)),
        freed: count.meta({
          description:
            'For how many of its clusters somebody decided that they needn’t wait for other applications.',
        }),
        digest: z.string().nullable().meta({
          description:
            'What people are asked about, for an approval: what it would do now or, where no cluster says how it is, that it goes on; null: nobody is asked.',
        }),
        waiting_for: waitingFor,
      }),
    ),
  })
  .meta({ id: 'Rollout' })
export type RolloutJson = z.output<typeof rolloutOutput>

/** What a rollout would do, wave by wave. */
export const rolloutPreview = z
  .strictObject({
    digest: z.string(),
    version,
    revision: z.string().meta({ description: 'The commit or the branch that its clusters get.' }),
    clusters: count,
    holding: count.meta({ description: 'How many more hold their version, and keep it.' }),
    waves: z.array(
      z.strictObject({
        name: z.string(),
        clusters: count.meta({ description: 'How many it gives the version.' }),
        names: z.array(z.string()).meta({ description: 'Those of them: the first 100.' }),
        from: z
          .array(z.strictObject({ version, clusters: count }))
          .meta({ description: 'What these clusters have before: the first 10 versions.' }),
        blocked: count.meta({
          description:
            'How many clusters it leaves for later, because something is missing there that the application needs; of the last wave, those that earlier ones left, too.',
        }),
        changed: count,
        targets: z
          .array(z.strictObject({ name: z.string(), clusters: count, repo_path: z.string() }))
          .optional()
          .meta({
            description:
              'Of these clusters, how many have which target, and the directory that they get; absent: none has one.',
          }),
        files: z.strictObject({ added: count, removed: count, modified: count }),
        branches: z.array(z.string()).meta({ description: 'The first 100.' }),
        branchesTotal: count,
        digest: z.string(),
        waiting_for: waitingFor,
        earliest: instant.nullable(),
      }),
    ),
    stops: z
      .array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          message: z.string(),
          mayOverride: z.boolean().meta({ description: 'Whether whoever asks may override it.' }),
          whoMay: z.string().meta({ description: 'Who may, as a sentence.' }),
        }),
      )
      .meta({ description: 'What it is refused for.' }),
    warnings: warningsSchema,
    confirmChanges: count.nullable(),
    reasonRequired: z.boolean(),
    diff: z.array(diffSchema).optional().meta({ description: 'Of one wave, a page by file.' }),
    continue: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'For the next page of the diff; null: this is the last.' }),
  })
  .meta({ id: 'RolloutPreview' })
export type RolloutPreviewJson = z.output<typeof rolloutPreview>

export const rolloutEventOutput = z
  .strictObject({
    seq: number,
    at: instant,
    code: z.string(),
    wave: number.nullable(),
    actor,
    reason: z.string().nullable(),
    facts: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RolloutEvent' })
export type RolloutEventJson = z.output<typeof rolloutEventOutput>

export const rolloutClusterOutput = z
  .strictObject({
    cluster: z.string(),
    wave: z.string(),
    state: z.enum(WAVE_STATES),
    change: number.nullable().meta({ description: 'The change that released it there.' }),
  })
  .meta({ id: 'RolloutCluster' })
export type RolloutClusterJson = z.output<typeof rolloutClusterOutput>
