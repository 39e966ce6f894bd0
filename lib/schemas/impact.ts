// The impact as a dry run answers it, and as a refused write does.
import { z } from 'zod'
import { ASKED } from '#lib/domain/impact/guard-demands.ts'
import { LISTED_EFFECTS } from '#lib/domain/impact/listed-pairs.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { keptOverrides } from './impact-summary.ts'
import { keptReleased } from './kept-released.ts'
import { keptRollout } from './kept-rollout.ts'
import { keptRollback } from './rollback.ts'
import { rolloutsOfFreezes } from './stopped-rollouts.ts'
import { toldSchema } from './told.ts'
import { startFields } from './version.ts'

const count = z.number().int().min(0)

const placements = z.strictObject({
  added: count,
  removed: count,
  changed: count,
  kept: count,
  unreleased: count.optional().meta({
    description:
      'How many of those that are added, changed or kept wait for a release afterwards, and have no file; absent: none.',
  }),
})
const deliveredVersion = z
  .strictObject({
    number: count.nullable().meta({ description: 'Null: what a branch holds.' }),
    revision: z.string().meta({ description: 'The commit, or the branch.' }),
  })
  .nullable()
  .meta({ description: 'Null: nothing is delivered there.' })
const files = z.strictObject({ added: count, removed: count, modified: count })

export const warningsSchema = z.array(z.strictObject({ code: z.string(), message: z.string() }))
export const diffSchema = z.strictObject({
  branch: z.string(),
  path: z.string(),
  effect: z.enum(['added', 'removed', 'modified']),
  patch: z.string(),
})

const selectionSchema = z.strictObject({
  objects: count,
  edited: count.meta({ description: 'How many of them the edit leaves different.' }),
  labels: z
    .array(
      z.strictObject({
        key: z.string(),
        objects: count.meta({ description: 'How many of them have the key.' }),
        values: z
          .array(z.strictObject({ value: z.string(), objects: count }))
          .meta({ description: 'The ten most common ones.' }),
        valuesTotal: count,
      }),
    )
    .meta({ description: 'By key, the first 200.' }),
  labelsTotal: count,
})
const json = z.record(z.string(), z.unknown()).nullable()

/** What becomes of the objects themselves. */
const editsSchema = z
  .strictObject({
    created: count,
    changed: count,
    deleted: count,
    unchanged: count,
    items: z
      .array(
        z.strictObject({
          kind: z.enum(KINDS),
          namespace: z.string().nullable(),
          name: z.string(),
          before: json,
          after: json,
        }),
      )
      .meta({ description: 'The first 100 that become other than they are.' }),
  })
  .meta({ id: 'Edits' })
export type EditsAnswer = z.output<typeof editsSchema>

const reaching = {
  name: z.string(),
  clusters: count.meta({ description: 'How many it selects of those that the team may use.' }),
}

/** What policies do with the one application that a write leaves. */
const applicationPoliciesSchema = z
  .strictObject({
    selecting: z
      .array(
        z.strictObject({
          ...reaching,
          effect: z.enum(['include', 'exclude']),
          target: z.string().optional().meta({
            description: 'The target by which it places the application; absent: none.',
          }),
        }),
      )
      .meta({ description: 'Those that select it, the widest first, the first five.' }),
    selectingTotal: count,
    near: z
      .array(
        z.strictObject({
          ...reaching,
          lacks: z.array(z.string()).meta({ description: 'Its conditions that do not hold.' }),
          labels: z.record(z.string(), z.string().nullable()).meta({
            description: 'Labels with which they hold, as a merge patch.',
          }),
        }),
      )
      .meta({
        description: 'Those that would place it with other labels, nearest first, the first five.',
      }),
    nearTotal: count,
    placed: count.meta({ description: 'On how many clusters it is placed.' }),
    environments: z
      .array(z.strictObject({ environment: z.string().nullable(), clusters: count }))
      .meta({ description: 'Of these clusters, those with the most, the first 20.' }),
  })
  .meta({ id: 'ApplicationPolicies' })
export type ApplicationPoliciesAnswer = z.output<typeof applicationPoliciesSchema>

const movedSchema = z.strictObject({ added: count, removed: count, changed: count })
const environmentsSchema = z.record(z.string(), movedSchema).meta({
  description:
    'What moves on the clusters of each environment, before the edit or after it; absent: nothing does.',
})

const startsSchema = z
  .strictObject({
    now: count.meta({ description: 'How many rollouts begin at once.' }),
    later: count.meta({
      description: 'How many begin later by themselves, as far as that is known now.',
    }),
    unknown: count.meta({
      description:
        'Of how many applications there are newer versions without anybody having looked whether they may come: only the first 1,000 are looked at.',
    }),
    items: z
      .array(
        z.strictObject({
          environment: z.string(),
          namespace: z.string(),
          application: z.string(),
          version: z.strictObject({ number: count, name: z.string().nullable() }),
          ...startFields,
        }),
      )
      .meta({ description: 'Those that begin first, the first 20.' }),
  })
  .meta({ id: 'StartsAfterEdit' })
export type StartsAfterEdit = z.output<typeof startsSchema>

export const impactSchema = z
  .strictObject({
    digest: z.string(),
    placements,
    keptByOthers: count.meta({
      description:
        'Placements that stay only because other policies than one that gives them up give them, too.',
    }),
    environments: environmentsSchema.optional(),
    stops: z
      .array(
        z.strictObject({
          code: z.enum(['environment_protected', 'frozen']),
          name: z.string().meta({ description: 'Of the environment or the freeze.' }),
          message: z.string(),
          description: z.string().optional().meta({ description: 'Of a freeze: why.' }),
          until: z.iso
            .datetime()
            .nullish()
            .meta({ description: 'Of a freeze: until when; null: until it is lifted.' }),
          by: z.string().optional().meta({ description: 'Of a freeze: who set it.' }),
          mayOverride: z.boolean().meta({
            description:
              'Whether whoever asks may save nevertheless, with `override=true` and a reason.',
          }),
          whoMay: z.string().meta({
            description:
              'Who may save nevertheless, as a sentence; it names their groups to whoever may read environments.',
          }),
        }),
      )
      .optional()
      .meta({ description: 'What a save is refused for, whatever it confirms; absent: nothing.' }),
    starts: startsSchema.optional().meta({
      description:
        'Of an environment that takes the newest version from then on, or sooner: the rollouts that begin by themselves; absent: none does.',
    }),
    rollouts: rolloutsOfFreezes.optional().meta({
      description:
        'Of an edit of freezes: the running rollouts that it has wait now, and those that it lets go; absent: it edits none.',
    }),
    configs: z
      .array(
        z.strictObject({
          namespace: z.string(),
          application: z.string(),
          classes: count.meta({
            description: 'How many documents it is told then; none at all counts as one.',
          }),
          clusters: count,
        }),
      )
      .optional()
      .meta({
        description:
          'The applications that are told something else where they stay, by namespace and name, the first 100; absent: none is.',
      }),
    configsTotal: count.optional(),
    applications: count,
    clusters: count,
    items: z.array(
      z.strictObject({
        namespace: z.string(),
        application: z.string(),
        cluster: z.string(),
        effect: z.enum(LISTED_EFFECTS).meta({
          description: '`kept` only where `effect=kept` asks for those of `keptByOthers`.',
        }),
        policies: z.array(z.string()),
        reason: z.string(),
        target: z
          .strictObject({ before: z.string().nullable(), after: z.string().nullable() })
          .optional()
          .meta({
            description:
              'The names of the targets that the placement has; absent: none before and after.',
          }),
        version: z
          .strictObject({ before: deliveredVersion, after: deliveredVersion })
          .optional()
          .meta({
            description: 'Of what is added or changed of an application that follows versions.',
          }),
      }),
    ),
    itemsTotal: count.meta({ description: 'How many items there are on all pages.' }),
    continue: z.string().nullable(),
    groups: z
      .array(
        z.strictObject({
          key: z.string().nullable().meta({ description: 'Null: what lacks the label.' }),
          removed: count,
          added: count,
          changed: count,
          kept: count,
        }),
      )
      .optional()
      .meta({
        description:
          'The items of all pages, counted by what `by` says: the groups that lose the most first, the first 1,000.',
      }),
    groupsTotal: count.optional(),
    files,
    branches: z.array(z.string()).meta({ description: 'By name, the first 100.' }),
    branchesTotal: count,
    warnings: warningsSchema,
    confirmRemovals: count
      .nullable()
      .meta({ description: 'The number that a save must confirm; null: none.' }),
    confirmChanges: count.nullable(),
    reasonRequired: z
      .boolean()
      .meta({ description: 'Whether a save needs `Berth-Reason`, because a guard rule says so.' }),
    guards: z
      .array(
        z.strictObject({
          asks: z.enum(ASKED),
          rule: z.string(),
          placements: count,
          clusters: count,
          limit: count.meta({ description: 'How many of the placements the rule lets pass.' }),
          message: z.string(),
        }),
      )
      .meta({
        description:
          'The guard rules that ask for a reason, or for a number to be confirmed; of those that ask for the same, the strictest.',
      }),
    edits: editsSchema.optional(),
    policies: applicationPoliciesSchema.optional(),
    told: toldSchema.optional().meta({
      description: 'With `include=config`: what `pair` is told; null: it isn’t there.',
    }),
    diff: z.array(diffSchema).optional(),
    selection: selectionSchema
      .optional()
      .meta({ description: 'Of an edit of many objects: what they are before it.' }),
  })
  .meta({ id: 'Impact' })

export type ImpactAnswer = z.output<typeof impactSchema>

const kindNames = z.array(z.string())

/** What the history keeps of an impact. A change that edits no object has no applications, clusters and files. */
export const keptImpactSchema = z
  .looseObject({
    digest: z.string().meta({ description: 'That of the impact which was kept.' }),
    placements,
    applications: count.optional(),
    clusters: count.optional(),
    files: files.optional(),
    branches: z.array(z.string()),
    branchesTotal: count.optional(),
    objects: count.optional().meta({ description: 'How many objects were edited.' }),
    bootstraps: count.optional().meta({
      description: 'On how many clusters the bootstrap has to be applied again because of it.',
    }),
    overrides: keptOverrides
      .optional()
      .meta({ description: 'What would have stopped it, and was overridden.' }),
    rollback: keptRollback.optional().meta({ description: 'Of a roll back.' }),
    rollout: keptRollout.optional().meta({ description: 'The rollout that made it, if one did.' }),
    released: keptReleased.optional().meta({
      description: 'Of a release to clusters that waited for other applications.',
    }),
    reverts: count.optional().meta({ description: 'The change that this one takes back.' }),
    kinds: z.strictObject({ added: kindNames, removed: kindNames }).optional().meta({
      description: 'Of another list of application kinds: what was put on it and taken off.',
    }),
  })
  .meta({ id: 'KeptImpact' })
