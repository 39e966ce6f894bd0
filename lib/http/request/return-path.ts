import { pagePaths } from '#lib/schemas/paths.ts'

const NOWHERE = 'http://berth.invalid'

/** Where to go after signing in: an address within the portal; for anything else, the first page. */
export function safeReturnPath(text: string | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, NOWHERE)) return pagePaths.overview
  const { origin, pathname, search } = new URL(text, NOWHERE)
  const isElsewhere = origin !== NOWHERE || pathname.startsWith('//')
  return isElsewhere || pathname === pagePaths.signIn ? pagePaths.overview : `${pathname}${search}`
}
