import { inTenant } from '#db/client.ts'
import { endSession, findSession } from '#db/queries/sessions.ts'
import { recordSignIn, type SignInOrigin } from '../audit/sign-ins.ts'
import type { Services } from '../services.ts'
import { hashSecret, isSecret } from './begin.ts'

/** Ends the session of a secret, if there is one, so that copies of the cookie become useless. */
export async function endSessionOf(
  services: Services,
  secret: string,
  origin: SignInOrigin,
): Promise<void> {
  const found = isSecret(secret) ? await findSession(services.database, hashSecret(secret)) : null
  if (!found) return
  const { tenant, person } = found
  await inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    await endSession(scope, hashSecret(secret))
    await recordSignIn(scope, 'sessions.end', person, origin)
  })
}
