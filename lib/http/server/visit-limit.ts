// Counts pages and sign-in against the same limits as requests: pages of signed-in people by person, everything else by
// network address. It runs before Next.js, which can't answer a page with 429.
import type { IncomingMessage } from 'node:http'
import { sessionOf } from '#lib/http/sign-in/session.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { admit } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { AddressLimit } from './address-limit.ts'
import { type GateRefusal, type Visit, visitRefusal } from './request-gate.ts'

/** Counts a visit; the answer when there were too many, null: it goes on. */
export async function refusalOfVisit(
  { of, address }: Visit,
  { headers: { cookie } }: Pick<IncomingMessage, 'headers'>,
  limit: AddressLimit,
): Promise<GateRefusal | null> {
  const waitSeconds =
    (of === 'page' && cookie !== undefined ? await waitOfVisitor(cookie) : null) ??
    limit.take(address, performance.now())
  return waitSeconds === 0 ? null : visitRefusal(waitSeconds)
}

/** In how many seconds a signed-in visitor may ask for another page; 0: now, null: nobody is signed in. */
async function waitOfVisitor(cookie: string): Promise<number | null> {
  try {
    const session = await sessionOf(new Headers({ cookie }))
    if (session === null) return null
    await admit(currentServices(), session)
    return 0
  } catch (error) {
    const seconds = error instanceof Refusal ? error.members['retryAfterSeconds'] : undefined
    if (typeof seconds === 'number') return seconds
    // Whatever else fails, such as an unreachable database, fails on the page too, which reports it.
    return null
  }
}
