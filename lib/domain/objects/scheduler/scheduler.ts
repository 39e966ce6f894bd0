import { z } from 'zod'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { durationText, readDuration } from '../durations.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { secretField, type SecretRule, secretState } from '../secret-rule.ts'
import { serverOfUrl, signingKeyFlaw } from '../signing-key.ts'
import { schedulerKind } from './scheduler-kind.ts'
import { readTimeout, timeoutText } from './timeout.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['gpu-packer'] }),
  description: withDefault(text, ''),
  url: optional(required(text, { examples: ['https://scheduler.example.com/berth'] }), {
    description: 'Where Berth asks it. Absent: it is never asked, and writes what it decides.',
  }),
  every: withDefault(text, '1h', {
    description:
      'How often it is asked when nothing changed, from `1m` to `90d`: whenever a policy of it, its clusters or its applications change, it is asked soon after.',
  }),
  timeout: withDefault(text, '10s', {
    description: 'How long it may take to answer, from `1s` to `60s`.',
  }),
  secret: secretField({
    description:
      'The key with which Berth signs what it asks: `whsec_` and 24 to 64 bytes in base64. Required with `url`.',
  }),
}

function decode(sent: Sent<typeof fields>) {
  const everyMs = readDuration(sent.every, ['every'])
  const timeoutMs = readTimeout(sent.timeout, ['timeout'])
  if (!everyMs.ok || !timeoutMs.ok) {
    return refused([everyMs, timeoutMs].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: schedulerKind.kind,
    name: sent.name,
    description: sent.description,
    /** Null: it is never asked. */
    url: sent.url ?? null,
    everyMs: everyMs.value,
    timeoutMs: timeoutMs.value,
    secret: secretState(sent.secret),
  })
}

export type Scheduler = Decoded<typeof decode>

function encode(scheduler: Scheduler): Answered<typeof fields> {
  return {
    name: scheduler.name,
    description: scheduler.description,
    ...(scheduler.url !== null && { url: scheduler.url }),
    every: durationText(scheduler.everyMs),
    timeout: timeoutText(scheduler.timeoutMs),
    secret: scheduler.secret,
  }
}

const secret: SecretRule<Scheduler> = {
  serverOf: ({ url }) => (url === null ? '' : serverOfUrl(url)),
  isRequired: ({ url }) => url !== null,
  flawOf: signingKeyFlaw,
}

export const schedulerCodec = {
  ...schemasOf(schedulerKind.type, fields),
  decode,
  encode,
  secrets: { secret },
}
