// Git hosts that call a hook: the address says which one, and what is sent proves that they have its secret.
import { inTenant } from '#db/client.ts'
import { findHook, readHookSecret } from '#db/queries/hooks.ts'
import type { GitHost } from '#lib/domain/git/push.ts'
import { SealedUnreadable, type SealedPlace } from '#lib/secrets/sealed.ts'
import { notFound } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { ownOrigin, type Session } from '../session.ts'

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

export const isHookId = (text: string): boolean => ID.test(text)

/**
 * The session of whoever calls the hook with this id, in which versions of its team are announced, or it is told what happened in the
 * repository, and nothing else is done.
 */
export async function openHook(services: Services, id: string): Promise<Session> {
  const found = isHookId(id) ? await findHook(services.database, id) : null
  if (!found) throw notFound()
  const { tenant, name, team } = found
  const actor = {
    kind: 'token',
    id,
    name,
    email: null,
    role: null,
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: false,
    announces: team,
    schedules: null,
    tellsOfRepository: team === null,
  } as const
  return { tenant, actor, payer: `token:${id}`, origin: { ...ownOrigin, token: id }, notice: null }
}

export type HookProof = { readonly host: GitHost; readonly secret: string }

/** Whose deliveries the hook of a session takes, and by which secret they are proven. */
export async function proofOf(services: Services, { tenant, actor }: Session): Promise<HookProof> {
  const row = await inTenant(
    services.database,
    tenant.id,
    (tx) => readHookSecret({ tx, tenant: tenant.id }, actor.id),
    { readOnly: true },
  )
  if (!row) throw notFound()
  try {
    const secret = services.sealing.open(row.sealed, placeOf(tenant.id, actor.id))
    return { host: row.host, secret }
  } catch (error) {
    if (!(error instanceof SealedUnreadable)) throw error
    throw new Refusal('unavailable', 'No key opens the secret of this hook any more.', {
      code: 'credential_unreadable',
    })
  }
}

/** Where the secret of a hook is sealed for. */
export function placeOf(tenant: number, id: string): SealedPlace {
  return { tenant, field: `secret of hook ${id}` }
}
