import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { readStoredSchema } from '#lib/domain/values/json-schema.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  selector,
  type Sent,
  withDefault,
} from '../fields.ts'
import { selectorStatus, selectorStatusOf } from '../selector-status.ts'
import { configSchemaKind } from './config-schema-kind.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['cosmos-client'] }),
  description: withDefault(text, ''),
  namespace: optional(required(text), {
    description: 'The team whose applications it is for; absent: it may be for any.',
  }),
  app_selector: selector,
  cluster_selector: selector,
  schema: {
    sent: z.unknown().meta({
      override: { type: 'object' },
      description:
        'A JSON Schema (2020-12) of an object. What its `properties` declare is delivered, with their defaults where no config says anything.',
      examples: [{ type: 'object', properties: { zone: { type: 'string', default: 'none' } } }],
    }),
    answered: z.record(z.string(), z.unknown()),
  },
  suspended: withDefault(z.boolean(), false),
}

function decode(sent: Sent<typeof fields>) {
  const appSelector = parseSelector(sent.app_selector, ['app_selector'])
  const clusterSelector = parseSelector(sent.cluster_selector, ['cluster_selector'])
  // What it says is checked where it is sent: that compiles it.
  const schema = readStoredSchema(sent.schema, ['schema'])
  if (!appSelector.ok || !clusterSelector.ok || !schema.ok) {
    const read = [appSelector, clusterSelector, schema]
    return refused(read.flatMap((each) => (each.ok ? [] : each.issues)))
  }
  return accepted({
    kind: configSchemaKind.kind,
    name: sent.name,
    description: sent.description,
    /** The team whose applications it may select; null: the platform's, which may select any. */
    team: sent.namespace ?? null,
    appSelector: appSelector.value,
    clusterSelector: clusterSelector.value,
    schema: schema.value,
    suspended: sent.suspended,
  })
}

export type ConfigSchema = Decoded<typeof decode>

function encode(schema: ConfigSchema): Answered<typeof fields> {
  return {
    name: schema.name,
    description: schema.description,
    ...(schema.team !== null && { namespace: schema.team }),
    app_selector: selectorJson(schema.appSelector),
    cluster_selector: selectorJson(schema.clusterSelector),
    schema: schema.schema,
    suspended: schema.suspended,
  }
}

export const configSchemaCodec = {
  ...schemasOf(configSchemaKind.type, fields, selectorStatus),
  decode,
  encode,
  statusOf: selectorStatusOf,
}
