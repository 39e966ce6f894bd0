// What is answered about who may do what.
import { z } from 'zod'
import { ACTIONS, PERMISSIONS, ROLES } from '#lib/domain/access/permissions.ts'

const tenantRole = z.enum(['admin', 'contributor', 'reader']).nullable()
const teamRole = z.enum(['contributor', 'reader'])
const teams = z.array(z.strictObject({ team: z.string(), role: teamRole }))

const becauseOutput = z.strictObject({
  source: z.enum(['group', 'role']),
  value: z.string(),
  role: z.enum(['admin', 'contributor', 'reader']),
  team: z.string().nullable().meta({ description: 'Null: the role is in the whole tenant.' }),
  description: z.string(),
})

const given = {
  role: tenantRole.meta({ description: 'The role in the whole tenant.' }),
  teams,
  because: z
    .array(becauseOutput)
    .meta({ description: 'The grants and the groups of teams that gave this.' }),
  notice: z.string().nullable().meta({ description: 'Why it may be less than expected.' }),
}

export const meOutput = z
  .strictObject({
    kind: z.enum(['person', 'token', 'system']),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    tenant: z.string(),
    cluster: z.string().nullable().meta({ description: 'The one that a token speaks for.' }),
    token: z.string().nullable().meta({ description: 'The token that was sent, by its id.' }),
    ...given,
  })
  .meta({ id: 'Me' })

export const personOutput = z
  .strictObject({
    subject: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    groups: z.number().int().min(0),
    rights_state: z.enum(['read', 'unavailable']),
    signed_in_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Person' })

export const reviewedRoleOutput = z
  .strictObject({
    subject: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    signed_in_at: z.iso.datetime().nullable(),
    namespace: z
      .string()
      .nullable()
      .meta({ description: 'Null: the role is in the whole tenant.' }),
    role: z.enum(['admin', 'contributor', 'reader']),
    source: z.enum(['group', 'role']),
    value: z.string().meta({ description: 'The group or app role that gives it.' }),
    description: z.string(),
    role_binding: z.string().nullable().meta({
      description:
        'The RoleBinding of the group, as namespace and name, on each cluster where the team has an application.',
    }),
  })
  .meta({ id: 'ReviewedRole' })

const permissionOutput = z.strictObject({
  resource: z.enum(Object.keys(PERMISSIONS)),
  action: z.enum(ACTIONS),
  allowed: z.enum(['all', 'own', 'none']),
  teams: z.array(z.string()).meta({ description: 'Of `own`: in these teams.' }),
  reason: z.string().nullable().meta({ description: 'Why not.' }),
  allowed_by: z.array(z.strictObject({ role: z.enum(ROLES), grants: z.array(z.string()) })),
})

export const accessOutput = z
  .strictObject({
    person: z.strictObject({ subject: z.string(), name: z.string() }).nullable(),
    groups: z.array(z.string()),
    roles: z.array(z.string()).meta({ description: 'App roles.' }),
    ...given,
    permissions: z.array(permissionOutput),
  })
  .meta({ id: 'Access' })
