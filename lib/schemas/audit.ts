// An audit event as the API answers it, and its details, read back from their text.
import { z } from 'zod'

const editSchema = z.strictObject({
  object: z.string(),
  before: z.unknown().meta({ description: 'Null: it was made.' }),
  after: z.unknown().meta({ description: 'Null: it is gone.' }),
})

const detailsSchema = z.strictObject({
  objects: z.number().int().min(0).meta({ description: 'How many objects were edited.' }),
  edits: z
    .array(editSchema)
    .meta({ description: 'The first of them: 100 at most, and none after the first MiB.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({
      description:
        'Where edits are left out: the hash of the hashes of all, sorted, one a line, each that of its JSON as it stands in `edits`.',
    }),
})

export const auditEventSchema = z
  .strictObject({
    id: z.number().int().min(1),
    at: z.iso.datetime(),
    actor: z.strictObject({
      kind: z.enum(['person', 'token', 'system']),
      id: z.string(),
      name: z.string(),
    }),
    address: z
      .string()
      .nullable()
      .meta({ description: "From where; null: by a command on the portal's own machine." }),
    request_id: z.string().nullable(),
    token: z.string().nullable().meta({ description: 'The id of the token; null: by none.' }),
    action: z.string(),
    object: z.string().nullable(),
    result: z.enum(['accepted', 'refused']),
    code: z.string().nullable().meta({ description: 'Why it was refused.' }),
    change: z.number().int().nullable(),
    details: detailsSchema.nullable(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'AuditEvent' })

export type AuditDetails = z.infer<typeof detailsSchema>

/** The details of an event; null: it has none. */
export function readAuditDetails(text: string | null): AuditDetails | null {
  return text === null ? null : detailsSchema.parse(JSON.parse(text))
}
