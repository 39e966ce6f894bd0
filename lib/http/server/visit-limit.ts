// Pages and sign-in count as requests do: a page for whoever is signed in, and what nobody has signed in for by where it
// comes from. It stands before Next.js, which can't answer a page with 429.
import type { IncomingMessage } from 'node:http'
import { sessionOf } from '#lib/http/sign-in/session.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { admit } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { AddressLimit } from './address-limit.ts'
import { type GateRefusal, type Visit, visitRefusal } from './request-gate.ts'

/** Counts a visit; what to answer when there were too many, null: it goes on. */
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

/** In how many seconds whoever is signed in may ask for another page; 0: now, null: nobody is. */
async function waitOfVisitor(cookie: string): Promise<number | null> {
  try {
    const session = await sessionOf(new Headers({ cookie }))
    if (session === null) return null
    await admit(currentServices(), session)
    return 0
  } catch (error) {
    const seconds = error instanceof Refusal ? error.members['retryAfterSeconds'] : undefined
    if (typeof seconds === 'number') return seconds
    // Whatever else is amiss, such as a database that is away, the page meets too, and says it.
    return null
  }
}
