// The grants of a tenant: which groups and app roles of its identity provider give which role in it. Nobody can remove the
// grant that makes them an admin, so that a mistake doesn't lock everybody out of the settings.
import { bumpAccessVersion, findMemberships, readAccess } from '#db/queries/access.ts'
import { deleteRoleGrant, insertRoleGrant } from '#db/queries/role-grants.ts'
import { type RoleGrant, rightsOf } from '#lib/domain/access/access.ts'
import { guid } from '#lib/schemas/guid.ts'
import { readRoleGrant } from '#lib/schemas/role-grant.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import { asked, type Context, defineEdit, defineRead, notFound } from '../define.ts'

import { Refusal, refusalOf } from '../refusal.ts'
import { environmentGrants, readDirectory } from './directory.ts'

export const ROLE_GRANTS_MAX = 500

/** `id` null: granted by the environment. */
export type KnownRoleGrant = RoleGrant & { readonly id: string | null }

/** A grant that is not made yet is named by what it grants. */
const subject: Subject = { kind: 'role-grant', namedBy: ['role', 'source', 'value'] }

const ofSettings = () => asked({ kind: 'settings' })

export const listRoleGrantsUseCase = defineRead<null, readonly KnownRoleGrant[]>({
  name: 'role-grants.list',
  load: ofSettings,
  run: async ({ services, tenant, scope }) => [
    ...environmentGrants(services, tenant.name).map((grant) => ({ ...grant, id: null })),
    ...(await readAccess(scope)).grants,
  ],
})

export const createRoleGrantUseCase = defineEdit<unknown, KnownRoleGrant, RoleGrant>({
  name: 'role-grants.create',
  subject,
  parse: readRoleGrant,
  load: ofSettings,
  run: async (context, grant) => {
    const { scope, actor } = context
    requireIdsOfProviders(context, grant)
    const { grants } = await readAccess(scope)
    if (grants.length >= ROLE_GRANTS_MAX) {
      throw new Refusal('conflict', `There are ${ROLE_GRANTS_MAX} grants already.`, {
        code: 'too_many',
      })
    }
    const created = await insertRoleGrant(scope, grant, `${actor.kind}:${actor.id}`)
    if (!created) throw alreadyGranted(grant)
    await bumpAccessVersion(scope)
    context.audit({ object: auditName(subject, created.id), before: null, after: created })
    return created
  },
})

type DeleteInput = { readonly id: string }

export const deleteRoleGrantUseCase = defineEdit<DeleteInput, null>({
  name: 'role-grants.delete',
  subject,
  load: ofSettings,
  run: async (context, { id }) => {
    const { scope } = context
    const { grants } = await readAccess(scope)
    const removed = grants.find((grant) => grant.id === id)
    if (!removed) throw notFound()
    await requireStillAdmin(context, id)
    await deleteRoleGrant(scope, id)
    await bumpAccessVersion(scope)
    context.audit({ object: auditName(subject, id), before: removed, after: null })
    return null
  },
})

function alreadyGranted({ source, value }: RoleGrant): Refusal {
  const what = source === 'group' ? 'group' : 'app role'
  return new Refusal('conflict', `The ${what} ${value} has a role already: remove that first.`, {
    code: 'grant_exists',
  })
}

/** Where people come only from Microsoft Entra ID, a group must be a GUID: a display name would never match. */
function requireIdsOfProviders({ services, tenant }: Context, grant: RoleGrant): void {
  const providers = services.identityProviders.filter(
    ({ tenantName }) => tenantName === tenant.name,
  )
  const isEntraAlone = providers.length > 0 && providers.every(({ kind }) => kind === 'entra')
  if (grant.source !== 'group' || !isEntraAlone || guid.safeParse(grant.value).success) return
  const reason = 'Groups of Microsoft Entra ID are named by their object id, which is a GUID.'
  throw refusalOf('invalid', [{ path: ['value'], code: 'group_guid', reason }])
}

/** Somebody who isn't an admin through their provider can't lose that here. */
async function requireStillAdmin(context: Context, removed: string): Promise<void> {
  const { services, tenant, scope, actor } = context
  const memberships = await findMemberships(scope, actor)
  if (!memberships) return
  const directory = await readDirectory(services, scope, tenant.name)
  const left = directory.grants.filter((grant) => !('id' in grant) || grant.id !== removed)
  if (rightsOf(memberships, { ...directory, grants: left }).role === 'admin') return
  throw new Refusal('conflict', 'Without this grant you would no longer be an admin yourself.', {
    code: 'would_lock_out',
  })
}
