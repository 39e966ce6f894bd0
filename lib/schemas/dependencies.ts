// What applications need of each other, as it is answered.
import { z } from 'zod'
import { APPLICATIONS_MAX } from '#lib/domain/dependencies/around.ts'

const count = z.number().int().min(0)
const name = z.string().nullable().meta({
  description: 'Null: it is of another team, or of several.',
})
const asHidden = 'Null: it is of another team.'

export const dependenciesSchema = z
  .strictObject({
    application: z.strictObject({ namespace: z.string(), name: z.string() }),
    applications: z
      .array(
        z.strictObject({
          namespace: name,
          name,
          visible: z.boolean().meta({
            description:
              'False: it stands for all that another one needs, or that need it, and that the caller may not see.',
          }),
          size: count.meta({ description: 'How many applications it stands for.' }),
          missing: z
            .boolean()
            .meta({ description: 'Whether there is no application of that name any more.' }),
          clusters: count
            .nullable()
            .meta({ description: `On how many clusters it is placed. ${asHidden}` }),
          behind: count.nullable().meta({
            description: `How many of these don’t have yet what they are to have, because it needs others. ${asHidden}`,
          }),
        }),
      )
      .meta({
        description: `Itself first, then what it needs and what needs it, the nearest first; at most ${APPLICATIONS_MAX}.`,
      }),
    edges: z
      .array(
        z.strictObject({
          from: count.meta({ description: 'The place, from 0, of the one that needs.' }),
          to: count.meta({ description: 'The place of the one that is needed.' }),
          on: z
            .string()
            .nullable()
            .meta({ description: `\`cluster\` or \`environment:NAME\`. ${asHidden}` }),
          min_version: z.string().nullable().meta({ description: 'Null: any.' }),
          healthy: z
            .boolean()
            .nullable()
            .meta({ description: `Whether it must be healthy. ${asHidden}` }),
        }),
      )
      .meta({ description: 'Between the applications that are listed.' }),
    more: z.boolean().meta({ description: 'Whether there are applications besides.' }),
  })
  .meta({ id: 'Dependencies' })
export type DependenciesJson = z.output<typeof dependenciesSchema>
