import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { silentUntil } from '#lib/domain/observed/planned-silence.ts'
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
import { freezeKind } from './freeze-kind.ts'

const text = z.string()
const instant = { examples: ['2026-12-24T18:00:00Z'] }

const fields = {
  name: required(text, { examples: ['christmas'] }),
  description: withDefault(text, '', { description: 'Shown on everything that it stops.' }),
  environments: required(z.union([z.literal('*'), z.array(text)]), {
    description: 'In which environments; `*`: everywhere.',
    examples: [['prod']],
  }),
  namespaces: withDefault(z.array(text), [], {
    description: 'Of which teams; empty: all. One with exactly one team is the team’s own.',
  }),
  app_selector: optional(selector),
  from: optional(required(text), { ...instant, description: 'Not before this instant.' }),
  to: optional(required(text), {
    ...instant,
    description: 'Not after this instant; absent: until it is lifted.',
  }),
  weekly: withDefault(z.array(hoursSchema), [], {
    description: 'Only in these hours; empty: all the time from `from` to `to`.',
  }),
  time_zone: withDefault(text, 'UTC', { description: 'Whose clocks say the hours of the week.' }),
  allow_rollback: withDefault(z.boolean(), true, {
    description: 'Whether undoing and rolling back are allowed meanwhile.',
  }),
}

function decode(sent: Sent<typeof fields>) {
  const appSelector =
    sent.app_selector === undefined
      ? accepted(null)
      : parseSelector(sent.app_selector, ['app_selector'])
  const from = readInstant(sent.from, 'from')
  const to = readInstant(sent.to, 'to')
  if (!appSelector.ok || !from.ok || !to.ok) {
    return refused([appSelector, from, to].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  const [team = null, ...others] = sent.namespaces
  return accepted({
    kind: freezeKind.kind,
    name: sent.name,
    description: sent.description,
    /** Null: everywhere, also where a cluster is in none. */
    environments: sent.environments === '*' ? null : sent.environments,
    /** Empty: every team's. */
    namespaces: sent.namespaces,
    /** Whose own it is; null: the platform's. */
    team: others.length === 0 ? team : null,
    /** Null: all applications. */
    appSelector: appSelector.value,
    from: from.value,
    to: to.value,
    weekly: sent.weekly,
    timeZone: sent.time_zone,
    allowRollback: sent.allow_rollback,
  })
}

export type Freeze = Decoded<typeof decode>

function encode(freeze: Freeze): Answered<typeof fields> {
  return {
    name: freeze.name,
    description: freeze.description,
    environments: freeze.environments === null ? '*' : [...freeze.environments],
    namespaces: [...freeze.namespaces],
    ...(freeze.appSelector && { app_selector: selectorJson(freeze.appSelector) }),
    ...(freeze.from !== null && { from: freeze.from.toISOString() }),
    ...(freeze.to !== null && { to: freeze.to.toISOString() }),
    weekly: weeklyJson(freeze.weekly),
    time_zone: freeze.timeZone,
    allow_rollback: freeze.allowRollback,
  }
}

/** Whether a freeze holds at an instant, and until when: of hours that go on, at least; `until` null: until it is lifted. */
export function frozenAt(freeze: Freeze, now: Date): { readonly until: Date | null } | null {
  const until = silentUntil(freeze, now)
  if (until === null) return null
  return { until: freeze.weekly.length === 0 ? freeze.to : until }
}

/** Part of the status of an answer that reads it. */
const freezeStatus = {
  active: z.boolean().optional().meta({ description: 'Whether it holds.' }),
  until: z.iso.datetime().nullish().meta({
    description:
      'Until when, if it holds: at least, of hours of the week; null: until it is lifted.',
  }),
}

export const freezeCodec = { ...schemasOf(freezeKind.type, fields, freezeStatus), decode, encode }
