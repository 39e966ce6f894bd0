// What is delivered of applications to environments, as it is answered.
import { z } from 'zod'
import { ROLLOUT_STATES } from '#lib/domain/rollouts/rollout.ts'
import { startFields } from './version.ts'

const count = z.number().int().min(0)
const instant = z.iso.datetime()

const named = z.strictObject({ number: count, name: z.string().nullable() })

const version = named.nullable().meta({ description: 'Null: what a branch holds.' })

const part = {
  version,
  revision: z.string().meta({ description: 'The commit, or the branch.' }),
  clusters: count.meta({ description: 'How many have it.' }),
}

const next = z.strictObject({ version: named, ...startFields })

const coming = named.extend({
  waiting_for: z
    .strictObject({
      until: instant.nullable().meta({ description: 'Null: time alone doesn’t end it.' }),
      text: z.string(),
    })
    .nullable()
    .meta({ description: 'Why it may not come yet; null: it may.' }),
})

export const applicationEnvironmentsSchema = z
  .strictObject({
    follow: z.enum(['branch', 'versions']),
    newest: z
      .strictObject({
        number: count,
        name: z.string().nullable(),
        commit: z.string(),
        announced_at: instant,
      })
      .nullable()
      .meta({ description: 'The version that was announced last; null: none was.' }),
    items: z
      .array(
        z.strictObject({
          environment: z
            .string()
            .meta({ description: 'Empty: that of the clusters that name none.' }),
          implicit: z.boolean().meta({ description: 'Whether only clusters name it.' }),
          clusters: count.meta({ description: 'On how many the application is placed.' }),
          unreleased: count.meta({ description: 'On how many of them it waits for a release.' }),
          base: z
            .strictObject(part)
            .nullable()
            .meta({ description: 'What clusters have that have nothing else; null: nothing.' }),
          ahead: z
            .array(
              z.strictObject({
                ...part,
                rollout: count.nullable().meta({ description: 'The rollout that released it.' }),
                hold: z.string().nullable().meta({
                  description:
                    'Of clusters that hold it: until when and, of one alone, why; null: none does.',
                }),
              }),
            )
            .meta({ description: 'What sets of clusters have instead, the newest last.' }),
          rollout: z
            .strictObject({
              id: count,
              state: z.enum(ROLLOUT_STATES),
              version,
              revision: z.string(),
            })
            .nullable()
            .meta({ description: 'The one that is running or paused; null: none is.' }),
          after: z.array(z.string()).meta({
            description: 'The environments in which a version must have succeeded first.',
          }),
          hold: z
            .string()
            .nullable()
            .meta({
              description: 'For how long a cluster may hold its version there; null: none may.',
              examples: ['30d'],
            }),
          team_waves: z
            .boolean()
            .meta({ description: 'Whether a rollout there may have waves of its own.' }),
          auto: z.enum(['off', 'newest']).meta({
            description: 'Whether the environment takes the newest version by itself.',
          }),
          auto_after: count.nullable().meta({
            description:
              'Only versions after this one start by themselves, because somebody went back or stopped; null: nobody did.',
          }),
          next: next.nullable().meta({
            description: 'What starts by itself next, as far as that is known; null: nothing.',
          }),
          versions: z.array(coming).meta({
            description:
              'Versions that are newer than its base, newest first: the newest 10, and the newest that may come.',
          }),
        }),
      )
      .meta({
        description:
          'Each environment after those that come before it; then those that only clusters name and where it is placed.',
      }),
  })
  .meta({ id: 'ApplicationEnvironments' })
export type ApplicationEnvironments = z.output<typeof applicationEnvironmentsSchema>

const side = z.strictObject({
  clusters: count.meta({ description: 'On how many clusters it is placed.' }),
  unreleased: count,
  version,
  revision: z
    .string()
    .nullable()
    .meta({ description: 'What most of its clusters have; null: nothing is released there.' }),
  others: count.meta({ description: 'How many clusters have something else.' }),
  holding: count.meta({ description: 'How many clusters hold what they have.' }),
  targets: z
    .array(z.strictObject({ name: z.string(), clusters: count }))
    .meta({ description: 'The targets that it has on clusters, by name; the others have none.' }),
})

export const comparedSchema = z
  .strictObject({
    namespace: z.string(),
    application: z.string(),
    a: side,
    b: side,
    ahead: z.number().int().nullable().meta({
      description:
        'By how many versions the first environment is ahead of the second; negative: behind; null: that isn’t known.',
    }),
    only: z
      .enum(['a', 'b'])
      .nullable()
      .meta({ description: 'The only one of the two in which it is placed; null: it is in both.' }),
  })
  .meta({ id: 'ComparedApplication' })
export type ComparedApplication = z.output<typeof comparedSchema>
