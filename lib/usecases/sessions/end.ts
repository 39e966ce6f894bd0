import { inTenant } from '#db/client.ts'
import { endSession, findSession } from '#db/queries/sessions.ts'
import type { Process } from '../process.ts'
import { hashSecret, isSecret } from './begin.ts'

/** Ends the session of a secret, if it is one: whoever kept a copy of the cookie can do nothing with it. */
export async function endSessionOf(process: Process, secret: string): Promise<void> {
  const found = isSecret(secret) ? await findSession(process.database, hashSecret(secret)) : null
  if (!found) return
  const { tenant } = found
  await inTenant(process.database, tenant.id, (tx) =>
    endSession({ tx, tenant: tenant.id }, hashSecret(secret)),
  )
}
