// How pages read: through the same door as the API, with each refusal turned into what a browser shows.
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { originOf, TARGET_HEADER } from '#lib/http/request/request-origin.ts'
import { safeReturnPath } from '#lib/http/request/return-path.ts'
import { openedBy } from '#lib/http/request/session-origin.ts'
import { hasSessionCookie, sessionOf } from '#lib/http/sign-in/session.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Door } from '#lib/usecases/define.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { PersonSession } from '#lib/usecases/sessions/open.ts'

/** The signed-in person; the same for everything that one request renders. */
export const visitor = cache(async (): Promise<PersonSession | null> => {
  const given = await headers()
  const session = await sessionOf(given)
  return session && openedBy(session, originOf(given))
})

/** The signed-in person; others are redirected to sign in, and return to where they were going. */
export async function requireSession(): Promise<PersonSession> {
  const session = await visitor()
  if (session) return session
  const returnPath = safeReturnPath((await headers()).get(TARGET_HEADER) ?? undefined)
  redirect(
    withQuery(pagePaths.signIn, {
      callbackUrl: returnPath === pagePaths.overview ? null : returnPath,
      error: hasSessionCookie(currentServices(), await headers()) ? 'ended' : null,
    }),
  )
}

/** What tells the visitors of one browser apart. */
export function visitorKey({ tenant, actor }: PersonSession): string {
  return `${tenant.id} ${actor.id}`
}

/** A use case's answer to a page. What doesn't exist, or may not be seen, is the page that says so. */
export async function read<Raw, Output>(useCase: Door<Raw, Output>, raw: Raw): Promise<Output> {
  const session = await requireSession()
  try {
    return await useCase.invoke(currentServices(), session, raw)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not_found') notFound()
    throw error
  }
}

type Found<Output> =
  | { readonly kind: 'answered'; readonly answer: Output }
  | { readonly kind: 'refused'; readonly message: string }

/** The same where people may well ask for what isn't there: the page says why there is no answer. */
export async function readOrWhyNot<Raw, Output>(
  useCase: Door<Raw, Output>,
  raw: Raw,
): Promise<Found<Output>> {
  const session = await requireSession()
  try {
    const answer = await useCase.invoke(currentServices(), session, raw)
    return { kind: 'answered', answer }
  } catch (error) {
    const isExpected = error instanceof Refusal && WHY_NOT.includes(error.kind)
    if (!isExpected) throw error
    return { kind: 'refused', message: error.message }
  }
}

const WHY_NOT: readonly Refusal['kind'][] = ['not_found', 'malformed']
