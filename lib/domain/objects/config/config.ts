import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { readValues } from '#lib/domain/values/values.ts'
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
import { configKind } from './config-kind.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['east-endpoints'] }),
  description: withDefault(text, ''),
  namespace: optional(required(text), {
    description: 'The team whose applications it is for; absent: it may be for any.',
  }),
  app_selector: selector,
  cluster_selector: selector,
  priority: withDefault(z.number().int(), 100, {
    description:
      'From 0 to 1000, a team’s up to 499: where several configs say something else of one value, the highest counts.',
  }),
  values: {
    sent: z.unknown().meta({
      override: { type: 'object' },
      description: 'What the applications are told, without null.',
      examples: [{ cosmos: { endpoint: 'https://east.example.com' } }],
    }),
    answered: z.record(z.string(), z.unknown()),
  },
  suspended: withDefault(z.boolean(), false),
}

function decode(sent: Sent<typeof fields>) {
  const appSelector = parseSelector(sent.app_selector, ['app_selector'])
  const clusterSelector = parseSelector(sent.cluster_selector, ['cluster_selector'])
  const values = readValues(sent.values, ['values'])
  if (!appSelector.ok || !clusterSelector.ok || !values.ok) {
    const read = [appSelector, clusterSelector, values]
    return refused(read.flatMap((each) => (each.ok ? [] : each.issues)))
  }
  return accepted({
    kind: configKind.kind,
    name: sent.name,
    description: sent.description,
    /** The team whose applications it may select; null: the platform's, which may select any. */
    team: sent.namespace ?? null,
    appSelector: appSelector.value,
    clusterSelector: clusterSelector.value,
    priority: sent.priority,
    values: values.value,
    suspended: sent.suspended,
  })
}

export type Config = Decoded<typeof decode>

function encode(config: Config): Answered<typeof fields> {
  return {
    name: config.name,
    description: config.description,
    ...(config.team !== null && { namespace: config.team }),
    app_selector: selectorJson(config.appSelector),
    cluster_selector: selectorJson(config.clusterSelector),
    priority: config.priority,
    values: config.values,
    suspended: config.suspended,
  }
}

export const configCodec = {
  ...schemasOf(configKind.type, fields, selectorStatus),
  decode,
  encode,
  statusOf: selectorStatusOf,
}
