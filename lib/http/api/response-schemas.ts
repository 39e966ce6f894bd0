// The shapes of answers that aren't objects. OpenAPI shows them, and the API's tests check every answer against them.
import { z } from 'zod'
import { keptImpactSchema } from '#lib/schemas/impact.ts'
import { pullRequestLink } from '#lib/schemas/pull-request.ts'
import { keptRollout } from '#lib/schemas/kept-rollout.ts'
import { provenanceShape } from '#lib/schemas/told.ts'
import { blockedByField } from '#lib/domain/objects/blocked-by.ts'
import { PUBLICATION_STATES } from '#lib/domain/git/publication-state.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { OUTCOMES } from '#lib/domain/observed/outcome.ts'
import { pairStatusFields } from './pair-status.ts'

const count = z.number().int().min(0)
const instant = z.iso.datetime()

/** A row of an export of some columns. */
export const chosenRowSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)

export function listSchema(item: z.ZodType) {
  return z.strictObject({
    items: z.array(item),
    continue: z
      .string()
      .nullable()
      .meta({ description: 'Send it back for the next page; null: this is the last.' }),
    total: count.meta({ description: 'How many rows the list has, counted up to 10,000.' }),
    totalIsExact: z.boolean().meta({ description: 'False: there are more than `total`.' }),
  })
}

export function countedListSchema(item: z.ZodType) {
  const value = z.strictObject({
    value: z.string().nullable().meta({ description: 'Null: the rows that have none.' }),
    count,
    countIsExact: z.boolean().meta({ description: 'False: there are more than `count`.' }),
  })
  const facet = z.strictObject({
    by: z.string(),
    values: z
      .array(value)
      .nullable()
      .meta({ description: 'Null: more rows match than lists count.' }),
    total: count.meta({ description: 'How many values there are.' }),
  })
  return listSchema(item).extend({
    facets: z
      .array(facet)
      .optional()
      .meta({ description: 'Of all rows that match, where `facets` asks for them.' }),
  })
}

const releasedFields = {
  released: z.boolean().meta({
    description:
      'Whether it has a manifest: it is placed and, if its application follows versions, released there.',
  }),
  version: z
    .strictObject({ number: count, name: z.string().nullable(), commit: z.string() })
    .nullable()
    .meta({
      description:
        'What is released there; null: nothing, or what the branch holds that the application names.',
    }),
}

const blockedBy = {
  blocked_by: z.array(blockedByField).nullable().meta({
    description:
      'What it waits for before it gets what its environment has; empty: it doesn’t wait; null: of the past that isn’t known where its application needs others.',
  }),
}

export const placementSchema = z
  .strictObject({
    namespace: z.string(),
    application: z.string(),
    cluster: z.string(),
    policies: z.array(z.string()),
    target: z
      .string()
      .nullable()
      .meta({ description: 'The target that it has; null: none, or it isn’t placed.' }),
    since: instant
      .nullable()
      .meta({ description: 'When it was placed; null: it isn’t, and is there all the same.' }),
    change: count
      .nullable()
      .meta({ description: 'The change that placed it; null: it isn’t placed.' }),
    ...releasedFields,
    held_until: instant
      .nullable()
      .meta({ description: 'Until when its cluster holds that version; null: it doesn’t.' }),
    ...blockedBy,
    ...pairStatusFields,
  })
  .meta({ id: 'Placement' })

const side = {
  holds: z.boolean(),
  terms: z.array(
    z.strictObject({
      term: z.string(),
      label: z
        .string()
        .nullable()
        .meta({ description: 'What the object has; null: no such label.' }),
      holds: z.boolean(),
    }),
  ),
}

const actorSchema = z.strictObject({
  kind: z.enum(['person', 'token', 'system']),
  id: z.string(),
  name: z.string(),
})

const pairNames = { namespace: z.string(), application: z.string(), cluster: z.string() }

export const placementConfigSchema = z
  .strictObject({
    ...pairNames,
    placed: z.boolean().meta({ description: 'False: this is what it would be told.' }),
    released: z.boolean().meta({
      description: 'Whether it has files; a placement that waits for a release has none.',
    }),
    ...provenanceShape,
  })
  .meta({ id: 'PlacementConfig' })

export const placementFilesSchema = z
  .strictObject({
    ...pairNames,
    placed: z.boolean(),
    branch: z.string(),
    files: z.array(z.strictObject({ path: z.string(), text: z.string() })).meta({
      description:
        'Two at most: none where it isn’t placed, or waits for a release. Those of the past are made anew, as this version of Berth writes what the fleet was then.',
    }),
  })
  .meta({ id: 'PlacementFiles' })

export const explanationSchema = z
  .strictObject({
    namespace: z.string(),
    application: z.string(),
    cluster: z.string(),
    placed: z.boolean(),
    target: z
      .string()
      .optional()
      .meta({ description: 'The target that the placement has; absent: none.' }),
    boundary: z.strictObject({ selector: z.string().nullable(), ...side }),
    policies: z.array(
      z.strictObject({
        policy: z.string(),
        effect: z.enum(['include', 'exclude']),
        suspended: z.boolean(),
        concerns: z.boolean(),
        app: z.strictObject(side),
        cluster: z.strictObject(side),
        target: z
          .strictObject({
            name: z.string(),
            holds: z.boolean(),
            reason: z.string().nullable().meta({ description: 'Why it does not hold.' }),
          })
          .optional()
          .meta({
            description:
              'Whether the application has the target of the policy in the environment of the cluster; absent: the policy has none.',
          }),
        choice: z
          .strictObject({
            by: z.string().meta({ description: '`pick`, or the name of the scheduler.' }),
            holds: z.boolean(),
            reason: z.string(),
          })
          .optional()
          .meta({
            description:
              'Whether the policy’s scheduler or its pick chose the cluster; absent: nobody chooses, or it is no candidate.',
          }),
        applies: z.boolean(),
      }),
    ),
    excludedBy: z.array(z.string()),
    givenBy: z.array(z.string()),
    change: z
      .strictObject({
        id: count,
        at: instant,
        action: z.string(),
        actor: actorSchema,
        reason: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'The change that last placed the pair or ended that; null: it never was placed.',
      }),
    intervals: z
      .strictObject({
        items: z.array(
          z.strictObject({
            state: z.enum(STATES).nullable().meta({ description: 'Null: it wasn’t there.' }),
            revision: z.string().nullable(),
            from: instant.nullable().meta({ description: 'Null: since before what is kept.' }),
            to: instant.nullable().meta({ description: 'Null: it still is so.' }),
            told_at: instant
              .nullable()
              .meta({ description: 'When Berth heard that it began; null: that isn’t kept.' }),
          }),
        ),
        more: z.boolean().meta({ description: 'Whether there are older ones.' }),
      })
      .meta({ description: 'What its cluster said that it was, newest first: the last 50.' }),
    ...releasedFields,
    ...blockedBy,
    release: z
      .strictObject({
        kind: z.enum(['base', 'ahead', 'hold', 'none']).meta({
          description:
            'What all clusters of the environment have, what some of them have besides, what this one holds until a date, or nothing.',
        }),
        environment: z.string().meta({ description: 'Empty: the cluster names none.' }),
        change: count.nullable().meta({ description: 'Since which change it has that.' }),
        rollout: count.nullable(),
        text: z.string().meta({ description: 'The same as a sentence.' }),
      })
      .nullable()
      .meta({ description: 'Null: it follows its branch, or isn’t placed.' }),
    ...pairStatusFields,
  })
  .meta({ id: 'Explanation' })

const objectRefSchema = z.strictObject({
  kind: z.string(),
  namespace: z.string().nullable(),
  name: z.string(),
})
const body = z.record(z.string(), z.unknown()).nullable()

export const changeSchema = z
  .strictObject({
    id: count,
    at: instant,
    actor: actorSchema,
    action: z.string(),
    object: objectRefSchema
      .nullable()
      .meta({ description: 'What was edited; null: several objects.' }),
    before: body,
    after: body,
    objects: count.meta({ description: 'How many objects were edited.' }),
    edits: z
      .array(z.strictObject({ object: objectRefSchema, before: body, after: body }))
      .optional()
      .meta({ description: 'Of one change with several objects: the first 100.' }),
    reason: z.string().nullable(),
    impact: keptImpactSchema,
    moved: z.strictObject({ added: count, removed: count, changed: count }).optional().meta({
      description:
        'How many placements it moved of the object that the list was asked for; absent: it was asked for none.',
    }),
    reverted_by: count.nullable().meta({
      description: 'The last change that took this one back; null: none did.',
    }),
    rollout: keptRollout
      .optional()
      .meta({ description: 'The rollout that made it; absent: none did.' }),
    publications: z
      .array(
        z.strictObject({
          branch: z.string(),
          state: z.enum(PUBLICATION_STATES),
          commit: z.string().nullable(),
          error: z.string().nullable(),
          pull_request: pullRequestLink.optional().meta({
            description: 'Where it waits to be merged; absent: in none.',
          }),
        }),
      )
      .meta({ description: 'At most 100: those that failed or wait go before the others.' }),
    state: z.enum([...PUBLICATION_STATES, 'unchanged']),
  })
  .meta({ id: 'Change' })

export const deploymentSchema = z
  .strictObject({
    namespace: z.string(),
    application: z.string(),
    cluster: z.string(),
    version: z.string(),
    repo_url: z.string(),
    repo_path: z.string(),
    target: z
      .string()
      .nullable()
      .meta({ description: 'The target that the placement had then; null: none.' }),
    from: instant,
    to: instant.nullable(),
    change: count,
    ended_by: count.nullable(),
    actor: z.string(),
    reason: z.string().nullable(),
    commit: z.string().nullable(),
    pulled_at: instant.nullable().meta({
      description: 'When its cluster had pulled its change; null: not before its end, or unknown.',
    }),
    synced_at: instant.nullable().meta({ description: 'Its first sync from then on.' }),
    healthy_at: instant.nullable().meta({ description: 'Since when it was healthy after that.' }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        'succeeded: it was healthy once pulled; failed: it was pulled and is, or ended, failed, degraded or missing; superseded: it ended before that; in_progress; unknown: its cluster is silent or was, or never told.',
    }),
    rollback_of: count.nullable().meta({
      description: 'The change to whose time it went back; null: it is no roll back.',
    }),
  })
  .meta({ id: 'Deployment' })

export const applySchema = z
  .strictObject({
    change: count.nullable(),
    objects: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'In the order of the documents; the first 1000.' }),
    total: count.meta({ description: 'How many objects the documents describe.' }),
  })
  .meta({ id: 'Applied' })

const teller = z.strictObject({
  kind: z.enum(['config', 'config-schema']),
  namespace: z.string().nullable(),
  name: z.string(),
})

/** Of what an application would be told. */
const configFaultFields = {
  value: z
    .string()
    .optional()
    .meta({
      description:
        'A JSON pointer to the value in what the application would be told; empty: all of it.',
      examples: ['/cosmos/endpoint'],
    }),
  application: z
    .string()
    .optional()
    .meta({ examples: ['payments/api'] }),
  clusters: z.array(z.string()).optional().meta({ description: 'The first 20, by name.' }),
  clusterCount: count.optional(),
  from: z.array(teller).optional().meta({
    description:
      'Who says the value; of `config_conflict` the two that contradict each other. Of what a schema misses nobody.',
  }),
  schema: teller.optional().meta({ description: 'The schema that refuses the value.' }),
}

export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string().meta({ description: 'Stable: what programs tell problems apart by.' }),
    detail: z.string(),
    errors: z.array(
      z.strictObject({
        pointer: z.string(),
        code: z.string(),
        message: z.string(),
        members: z
          .array(z.string())
          .optional()
          .meta({
            description:
              'Of `dependency_cycle`: the applications along the circle, from one back to itself. Of `target_conflict`: the application, the cluster, and the two policies.',
            examples: [['payments/api', 'payments/db', 'payments/api']],
          }),
        ...configFaultFields,
      }),
    ),
  })
  .meta({ id: 'Problem' })
