import { z } from 'zod'
import { readLabels } from '#lib/domain/labels/labels.ts'
import { rfc3339 } from '#lib/domain/text/instant.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  labelMap,
  mapJson,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { registrationTokenKind } from './registration-token-kind.ts'

const text = z.string()
const count = z.number().int()

const fields = {
  name: required(text, { examples: ['edge-stores'] }),
  description: withDefault(text, ''),
  name_pattern: required(text, {
    description:
      'How clusters may be called that register with it; one `*` stands for one or more characters.',
    examples: ['edge-*'],
  }),
  environment: withDefault(text, ''),
  metadata: labelMap,
  open_labels: withDefault(z.array(text), [], {
    description: 'The keys of labels that a cluster may say itself; it may say no others.',
  }),
  uses: required(count, {
    description: 'How many clusters may register with it in all, with whichever secret.',
    minimum: 1,
    maximum: 10_000,
  }),
  placements_max: withDefault(count, 100, {
    description: 'A cluster that would get more placements is refused.',
    minimum: 0,
    maximum: 10_000,
  }),
  expires_at: required(text, {
    description: 'From then on nobody registers with it.',
    format: 'date-time',
    examples: ['2027-01-31T00:00:00Z'],
  }),
  suspended: withDefault(z.boolean(), false),
}

function decode(sent: Sent<typeof fields>) {
  const labels = readLabels(sent.metadata, ['metadata'])
  if (!labels.ok) return labels
  const expiresAt = rfc3339(sent.expires_at)
  if (expiresAt === null) return refused([noInstant])
  return accepted({
    kind: registrationTokenKind.kind,
    name: sent.name,
    description: sent.description,
    namePattern: sent.name_pattern,
    environment: sent.environment,
    labels: labels.value,
    /** Sorted, each once. */
    openLabels: [...new Set(sent.open_labels)].sort(),
    uses: sent.uses,
    placementsMax: sent.placements_max,
    expiresAt,
    suspended: sent.suspended,
  })
}

const noInstant = {
  path: ['expires_at'],
  code: 'instant_format',
  reason: 'This is not an instant such as 2027-01-31T00:00:00Z.',
}

export type RegistrationToken = Decoded<typeof decode>

function encode(token: RegistrationToken): Answered<typeof fields> {
  return {
    name: token.name,
    description: token.description,
    name_pattern: token.namePattern,
    environment: token.environment,
    metadata: mapJson(token.labels),
    open_labels: token.openLabels,
    uses: token.uses,
    placements_max: token.placementsMax,
    expires_at: token.expiresAt.toISOString(),
    suspended: token.suspended,
  }
}

export const registrationTokenCodec = {
  ...schemasOf(registrationTokenKind.type, fields),
  decode,
  encode,
}
