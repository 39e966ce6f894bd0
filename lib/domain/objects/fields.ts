// The fields of objects' JSON: for each, what people may send and what is answered.
import { z } from 'zod'
import type { SelectorJson } from '#lib/domain/labels/selector-format.ts'
import type { Checked } from '#lib/domain/text/issue.ts'

type Field = { readonly sent: z.ZodType; readonly answered: z.ZodType }
type Fields = Readonly<Record<string, Field>>
type Side<F extends Fields, S extends keyof Field> = { [K in keyof F]: F[K][S] }
/** The same, unchangeable. */
export type Read<T> = T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T

/** An object's fields once their shape was checked, or as they were stored. */
export type Sent<F extends Fields> = Read<z.output<z.ZodObject<Side<F, 'sent'>>>>
export type Answered<F extends Fields> = Read<z.output<z.ZodObject<Side<F, 'answered'>>>>

export function required<S extends z.ZodType>(schema: S, about?: z.GlobalMeta) {
  return { sent: about ? schema.meta(about) : schema, answered: schema }
}

/** Always answered; when it isn't sent, it is `absent`. */
export function withDefault<S extends z.ZodType>(
  schema: S,
  absent: z.util.NoUndefined<z.output<S>>,
  about?: z.GlobalMeta,
) {
  const sent = schema.default(absent)
  return { sent: about ? sent.meta(about) : sent, answered: schema }
}

export function optional<S extends z.ZodType, A extends z.ZodType>(
  { sent, answered }: { readonly sent: S; readonly answered: A },
  about?: z.GlobalMeta,
) {
  const mayLack = sent.optional()
  return { sent: about ? mayLack.meta(about) : mayLack, answered: answered.optional() }
}

const strings = z.record(z.string(), z.string())

/** A string-to-string map whose entries the domain checks, so that issues have the domain's codes. */
const sentStrings = z.unknown().meta({
  override: { type: 'object', additionalProperties: { type: 'string' } },
  description: 'A string-to-string map. Values are strings: a number or a boolean is an error.',
})

export const stringMap = { sent: sentStrings, answered: strings }

export const labelMap = {
  sent: sentStrings
    .meta({
      description:
        'Labels under the Kubernetes rules: values are strings, a number or a boolean is an error.',
      examples: [{ gpu: 'true', region: 'east' }],
    })
    .default({}),
  answered: strings,
}

const structuredSelector = {
  type: 'object' as const,
  properties: {
    matchLabels: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
    matchExpressions: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['key', 'operator'],
        properties: {
          key: { type: 'string' as const },
          operator: { type: 'string' as const, enum: ['In', 'NotIn', 'Exists', 'DoesNotExist'] },
          values: { type: 'array' as const, items: { type: 'string' as const } },
        },
      },
    },
  },
}

/** A selector in any of its three spellings; the domain parses it. */
const sentSelector = z.unknown().meta({
  override: {
    anyOf: [
      { type: 'string', description: 'As kubectl writes it; `*` alone says everything.' },
      structuredSelector,
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  },
  description:
    'A label selector: a kubectl string, `matchLabels` and `matchExpressions`, or a flat map of equal labels.',
  examples: ['region in (east,west),gpu=true', { region: 'east' }],
})

/** The one form in which selectors are answered. */
const answeredSelector: z.ZodType<SelectorJson> = z
  .union([
    z.literal('*'),
    z.strictObject({
      matchLabels: strings.optional(),
      matchExpressions: z
        .array(
          z.strictObject({
            key: z.string(),
            operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
            values: z.array(z.string()).optional(),
          }),
        )
        .optional(),
    }),
  ])
  .meta({ id: 'Selector' })

export const selector = { sent: sentSelector, answered: answeredSelector }

export const ignoredStatus = z
  .unknown()
  .optional()
  .meta({ description: 'Added by the server; ignored when written back.', override: {} })

/** What the server adds to every object that it answers. */
const objectStatus = z.strictObject({
  change: z
    .number()
    .int()
    .meta({ description: 'The change that brought the object to this state.' }),
  since: z.iso.datetime().meta({ description: 'When that change was accepted.' }),
})

/** The schemas of what people send and of what is answered; `status` is what only this kind has in its status. */
export function schemasOf<F extends Fields>(
  id: string,
  fields: F,
  status: Readonly<Record<string, z.ZodType>> = {},
) {
  return {
    input: z
      .strictObject({ ...sideOf(fields, 'sent'), status: ignoredStatus })
      .meta({ id: `${id}Input` }),
    output: z
      .strictObject({ ...sideOf(fields, 'answered'), status: objectStatus.extend(status) })
      .meta({ id }),
  }
}

function sideOf<F extends Fields, S extends keyof Field>(fields: F, side: S): Side<F, S> {
  const entries = Object.entries(fields).map(([name, field]) => [name, field[side]])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with its side
  return Object.fromEntries(entries) as Side<F, S>
}

/** A map as an object with sorted keys, so that equal maps give equal texts. */
export function mapJson(map: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a codec decodes to. */
export type Decoded<D extends (sent: never) => Checked<unknown>> = Readonly<
  Extract<ReturnType<D>, { readonly ok: true }>['value']
>
