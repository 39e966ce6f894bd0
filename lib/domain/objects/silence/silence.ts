import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
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
import { silenceKind } from './silence-kind.ts'

const text = z.string()
const instant = { examples: ['2026-12-24T18:00:00Z'] }
const hours = z.strictObject({
  days: z.array(z.enum(WEEKDAYS)).readonly(),
  from: text.meta({ examples: ['20:00'] }),
  to: text.meta({
    description: 'A time of the next day, unless it is later than `from`.',
    examples: ['06:00'],
  }),
})

const fields = {
  name: required(text, { examples: ['dev-at-night'] }),
  description: withDefault(text, '', { description: 'Why they are silent.' }),
  cluster_selector: selector,
  from: optional(required(text), { ...instant, description: 'Not before this instant.' }),
  to: optional(required(text), { ...instant, description: 'Not after this instant.' }),
  weekly: withDefault(z.array(hours), [], {
    description: 'Only in these hours; empty: all the time from `from` to `to`.',
  }),
  time_zone: withDefault(text, 'UTC', { description: 'Whose clocks say the hours of the week.' }),
}

/** RFC 3339, with an offset: https://www.rfc-editor.org/rfc/rfc3339#section-5.6. */
const sentInstant = z.iso.datetime({ offset: true })

function readInstant(sent: string | undefined, field: 'from' | 'to'): Checked<Date | null> {
  if (sent === undefined) return accepted(null)
  if (sentInstant.safeParse(sent).success) return accepted(new Date(sent))
  const reason = 'An instant is written as in RFC 3339, such as 2026-12-24T18:00:00Z.'
  return refused([{ path: [field], code: 'instant_format', reason }])
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
    weekly: silence.weekly.map(({ days, from, to }) => ({ days: [...days], from, to })),
    time_zone: silence.timeZone,
  }
}

export const silenceCodec = { ...schemasOf(silenceKind.type, fields), decode, encode }
