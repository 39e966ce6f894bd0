// What an application is told on a cluster, and where each value comes from.
import { z } from 'zod'

const priority = z.number().int().meta({ description: '-1: of a default of a config schema.' })
const value = z.unknown().meta({ description: 'A scalar, a list, or an empty object.' })
const kind = z.enum(['config', 'default']).meta({
  description: '`default`: a config schema says it for what no config gives.',
})
const change = z.number().int().nullable().meta({
  description: 'The change since which it says so; null, in a dry run: the edit itself.',
})

const leaf = z.strictObject({
  pointer: z.string().meta({ description: 'A JSON pointer into `values`.' }),
  value,
  from: z.strictObject({ kind, name: z.string(), priority, change }),
  hides: z
    .array(z.strictObject({ kind, name: z.string(), priority, pointer: z.string(), value }))
    .meta({
      description:
        'What would count without it, the first first, 20 at most, of what whoever asks may read.',
    }),
  expression: z.string().optional().meta({
    description: 'What the config has there, where that has expressions; a list as JSON.',
  }),
})
type SentLeaf = z.output<typeof leaf>
export type ToldLeafJson = Omit<SentLeaf, 'hides'> & {
  readonly hides: readonly SentLeaf['hides'][number][]
}

export const provenanceShape = {
  values: z.record(z.string(), z.unknown()).meta({
    description: 'The document; empty: the application is told nothing, and has no file of it.',
  }),
  leaves: z.array(leaf).meta({ description: 'Each value of `values`, in its order.' }),
  schemas: z
    .array(z.strictObject({ name: z.string(), keys: z.array(z.string()), change }))
    .meta({ description: 'The config schemas that apply, with the keys that they declare.' }),
  undelivered: z.array(z.string()).meta({
    description: 'Keys that configs give and no schema declares, of configs that may be read.',
  }),
  faults: z
    .array(
      z.strictObject({
        config: z.string(),
        pointer: z.string(),
        code: z.string(),
        message: z.string(),
      }),
    )
    .meta({
      description:
        'Expressions that can’t be worked out there; their config says nothing to the application on this cluster.',
    }),
}

const provenance = z.strictObject(provenanceShape)
export type ProvenanceJson = z.output<typeof provenance>

export const toldSchema = z
  .strictObject({ before: provenance.nullable(), after: provenance.nullable() })
  .meta({ id: 'Told' })
