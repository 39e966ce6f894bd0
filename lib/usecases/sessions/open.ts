import { findSession } from '#db/queries/sessions.ts'
import type { FoundTenant } from '#db/queries/tokens.ts'
import type { Because } from '#lib/domain/access/access.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { ownOrigin, type Session } from '../session.ts'
import { personActor, rightsOfKnown } from '../people/rights.ts'
import type { Services } from '../services.ts'
import { hashSecret, isSecret } from './begin.ts'

/** A person's session, with what the portal tells them about their rights. */
export type PersonSession = Session & {
  /** With the version of the access data that the actor's rights were computed from. */
  readonly tenant: FoundTenant
  /** What gives the actor their rights. */
  readonly because: readonly Because[]
}

/** The session of a secret, with its person's current rights; null: there is none, or it is over. */
export async function openSession(
  services: Services,
  secret: string,
): Promise<PersonSession | null> {
  const found = isSecret(secret) ? await findSession(services.database, hashSecret(secret)) : null
  if (!found) return null
  const { tenant, person } = found
  const known = await rightsOfKnown(services, tenant, person)
  if (known === null) return null
  const { rights, notice } = known
  const actor = personActor({ ...known, id: person.subject }, rights)
  const { because } = rights
  return { tenant, actor, payer: principalOf(actor), origin: ownOrigin, notice, because }
}
