// How a cluster registers itself, and what is known of the secret with which it does.
import { z } from 'zod'
import { type Labels, readLabels } from '#lib/domain/labels/labels.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

export const registrationInput = z
  .strictObject({
    name: z.string(),
    metadata: z.unknown().meta({
      override: { type: 'object', additionalProperties: { type: 'string' } },
      description: 'Labels of its own: those that the registration token leaves to it.',
    }),
  })
  .partial({ metadata: true })
  .meta({ id: 'RegistrationInput' })

export const registrationOutput = z
  .strictObject({
    cluster: codecs.cluster.output,
    token: z.string().meta({ description: 'Its token, by which it pulls and reports: only here.' }),
    bootstrap: z
      .strictObject({ repository: z.string(), branch: z.string(), path: z.string() })
      .meta({ description: 'Where in Git it is what is applied by hand on the cluster.' }),
  })
  .meta({ id: 'Registration' })

const moment = z.iso.datetime().nullable()

const secret = {
  id: z.string().nullable().meta({ description: 'As the audit calls whoever registers with it.' }),
  made_at: moment.meta({ description: 'Null: none was made yet.' }),
  made_by: z.string().nullable(),
  used: z.number().int().meta({
    description: 'How many clusters have registered, also with secrets before it.',
  }),
  last_used_at: moment,
}

export const registrationSecretOutput = z.strictObject(secret).meta({ id: 'RegistrationSecret' })

export const newRegistrationSecretOutput = z
  .strictObject({ ...secret, secret: z.string().meta({ description: 'Only in this answer.' }) })
  .meta({ id: 'NewRegistrationSecret' })

export type RegistrationSecretJson = z.output<typeof registrationSecretOutput>

export type RegistrationRequest = { readonly name: string; readonly labels: Labels }

export function readRegistration(json: unknown): Checked<RegistrationRequest> {
  const shape = readShape(registrationInput, json)
  if (!shape.ok) return shape
  const { name, metadata = {} } = shape.value
  const labels = readLabels(metadata, ['metadata'])
  return labels.ok ? accepted({ name, labels: labels.value }) : labels
}
