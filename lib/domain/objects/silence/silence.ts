import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
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
import { hoursSchema, readInstant, weeklyJson } from '../plan-fields.ts'
import { silenceKind } from './silence-kind.ts'

const text = z.string()
const instant = { examples: ['2026-12-24T18:00:00Z'] }

const fields = {
  name: required(text, { examples: ['dev-at-night'] }),
  description: withDefault(text, '', { description: 'Why they are silent.' }),
  cluster_selector: selector,
  from: optional(required(text), { ...instant, description: 'Not before this instant.' }),
  to: optional(required(text), { ...instant, description: 'Not after this instant.' }),
  weekly: withDefault(z.array(hoursSchema), [], {
    description: 'Only in these hours; empty: all the time from `from` to `to`.',
  }),
  time_zone: withDefault(text, 'UTC', { description: 'Whose clocks say the hours of the week.' }),
}

function decode(sent: Sent<typeof fields>) {
  const clusterSelector = parseSelector(sent.cluster_selector, ['cluster_selector'])
  const from = readInstant(sent.from, 'from')
  const to = readInstant(sent.to, 'to')
  if (!clusterSelector.ok || !from.ok || !to.ok) {
    return refused([clusterSelector, from, to].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: silenceKind.kind,
    name: sent.name,
    description: sent.description,
    clusterSelector: clusterSelector.value,
    from: from.value,
    to: to.value,
    weekly: sent.weekly,
    timeZone: sent.time_zone,
  })
}

export type Silence = Decoded<typeof decode>

function encode(silence: Silence): Answered<typeof fields> {
  return {
    name: silence.name,
    description: silence.description,
    cluster_selector: selectorJson(silence.clusterSelector),
    ...(silence.from !== null && { from: silence.from.toISOString() }),
    ...(silence.to !== null && { to: silence.to.toISOString() }),
    weekly: weeklyJson(silence.weekly),
    time_zone: silence.timeZone,
  }
}

export const silenceCodec = { ...schemasOf(silenceKind.type, fields), decode, encode }
