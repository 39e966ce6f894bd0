import { z } from 'zod'
import type { RoleGrant } from '#lib/domain/access/access.ts'
import { normaliseRoleGrant, roleGrantIssues } from '#lib/domain/access/role-grant-issues.ts'
import { type Checked, checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const source = z.enum(['group', 'role']).meta({
  description: 'A group, by the id that the identity provider gives it, or an app role.',
})
const role = z.enum(['admin', 'contributor', 'reader'])

export const roleGrantInput = z
  .strictObject({
    source,
    value: z.string().meta({ examples: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'] }),
    role,
    description: z.string().default(''),
  })
  .meta({ id: 'RoleGrantInput' })

export const roleGrantOutput = z
  .strictObject({
    id: z.uuid().nullable().meta({
      description: 'Null: it comes from BERTH_ADMINS, and is not taken back here.',
    }),
    source,
    value: z.string(),
    role,
    description: z.string(),
  })
  .meta({ id: 'RoleGrant' })

/** A grant from the JSON that people send, in the one form in which it is compared and stored. */
export function readRoleGrant(json: unknown): Checked<RoleGrant> {
  const shape = readShape(roleGrantInput, json)
  if (!shape.ok) return shape
  const grant = normaliseRoleGrant(shape.value)
  return checked(grant, roleGrantIssues(grant))
}
