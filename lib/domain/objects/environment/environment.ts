import { z } from 'zod'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { durationText, readDuration } from '../durations.ts'
import { groupsSchema } from '../group-issues.ts'
import { environmentKind } from './environment-kind.ts'
import { hoursField, hoursJson, readHours } from './hours.ts'
import { readWaves, wavesField, wavesJson } from './wave-json.ts'
import { REST } from './wave-rule.ts'

const text = z.string()

const fields = {
  name: required(text, {
    description: 'What its clusters have in their field `environment`.',
    examples: ['prod'],
  }),
  description: withDefault(text, ''),
  protected: withDefault(z.boolean(), false, {
    description: 'Whether only its deployers may save what moves a placement on its clusters.',
  }),
  deployers: withDefault(groupsSchema, [], {
    description: 'Groups whose members may move placements there while it is protected.',
  }),
  overriders: withDefault(groupsSchema, [], {
    description:
      'Groups whose members may, too, and who may override what stops a save; admins always may.',
  }),
  after: withDefault(z.array(text), [], {
    description: 'Environments in which a version must have succeeded before it may come here.',
    examples: [['qa']],
  }),
  after_soak: withDefault(text, '0m', {
    description: 'For how long it must have succeeded there, up to 90 days.',
    examples: ['24h'],
  }),
  auto: withDefault(z.enum(['off', 'newest']), 'off', {
    description:
      '`newest`: the newest version that may come here starts by itself when no rollout is under way.',
  }),
  publish: withDefault(z.enum(['direct', 'pull-request']), 'direct', {
    description:
      '`pull-request`: what changes in its branches waits there for somebody who merges it. A branch has clusters of one kind of environments alone, and 20 at most are published so.',
  }),
  hours: optional(hoursField, {
    description: 'Outside these hours no wave is released; absent: always.',
  }),
  waves: {
    sent: wavesField.sent.default([]).meta({
      description:
        'How versions are rolled out, in order. The last wave is the rest; it is added where it is missing.',
    }),
    answered: wavesField.answered,
  },
  team_waves: withDefault(z.boolean(), false, {
    description: 'Whether teams may roll out in waves of their own.',
  }),
  hold: optional(required(text), {
    description:
      'For how long a cluster may hold its version of an application, up to 90 days; absent: none may.',
    examples: ['30d'],
  }),
}

/** Environments that were stored before there were rollouts have nothing of them. */
function decode(sent: Sent<typeof fields>) {
  const afterSoakMs = readDuration(sent.after_soak ?? '0m', ['after_soak'])
  const waves = readWaves(sent.waves ?? [])
  const holdMs = sent.hold === undefined ? accepted(null) : readDuration(sent.hold, ['hold'])
  if (!afterSoakMs.ok || !waves.ok || !holdMs.ok) {
    return refused([afterSoakMs, waves, holdMs].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: environmentKind.kind,
    name: sent.name,
    description: sent.description,
    protected: sent.protected,
    deployers: sent.deployers,
    overriders: sent.overriders,
    /** Names of environments. */
    after: sent.after ?? [],
    afterSoakMs: afterSoakMs.value,
    auto: sent.auto ?? 'off',
    publish: sent.publish ?? 'direct',
    /** Null: always. */
    hours: sent.hours === undefined ? null : readHours(sent.hours),
    /** At least one; the last is the rest. */
    waves: waves.value,
    teamWaves: sent.team_waves ?? false,
    /** The longest that a cluster may hold a version; null: none may. */
    holdMs: holdMs.value,
  })
}

export type Environment = Decoded<typeof decode>

/** One that only clusters name: it asks for nothing, in one wave. */
export function undescribed(name: string): Environment {
  return {
    kind: environmentKind.kind,
    name,
    description: '',
    protected: false,
    deployers: [],
    overriders: [],
    after: [],
    afterSoakMs: 0,
    auto: 'off',
    publish: 'direct',
    hours: null,
    waves: [REST],
    teamWaves: false,
    holdMs: null,
  }
}

function encode(environment: Environment): Answered<typeof fields> {
  const { name, description, deployers, overriders, after, hours, holdMs } = environment
  return {
    name,
    description,
    protected: environment.protected,
    deployers,
    overriders,
    after,
    after_soak: durationText(environment.afterSoakMs),
    auto: environment.auto,
    publish: environment.publish,
    ...(hours !== null && { hours: hoursJson(hours) }),
    waves: wavesJson(environment.waves),
    team_waves: environment.teamWaves,
    ...(holdMs !== null && { hold: durationText(holdMs) }),
  }
}

/** Part of the status of an answer that reads it. */
const environmentStatus = {
  implicit: z.literal(true).optional().meta({
    description:
      'Nobody described it, only clusters name it: since the oldest of them came to it. It is in lists alone.',
  }),
}

export const environmentCodec = {
  ...schemasOf(environmentKind.type, fields, environmentStatus),
  decode,
  encode,
}
