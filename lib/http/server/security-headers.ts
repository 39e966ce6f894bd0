// What every answer tells browsers to refuse. https://www.w3.org/TR/CSP3/
import type { Environment } from '#lib/settings/env.ts'

const YEAR_SECONDS = 31_536_000

type Answer = {
  readonly nonce: string
  readonly isPage: boolean
  /** Whether style sheets are loaded by scripts that don't know the nonce. */
  readonly hasForeignStyles: boolean
  readonly dev: boolean
}

/** The policy of one answer: scripts and styles need its nonce, and nothing is loaded from or sent elsewhere. */
function contentSecurityPolicy({ nonce, hasForeignStyles, dev }: Answer): string {
  const own = `'nonce-${nonce}'`
  return [
    // Next.js reads the nonce from the first directive that begins like this one. Its chunks load each other, so
    // 'strict-dynamic' extends the trust from a script with the nonce, and 'self' isn't needed.
    `script-src ${own} 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${hasForeignStyles ? "'unsafe-inline'" : own}`,
    // React and Radix position elements by style attributes. These can't load anything: the rest of the policy prevents it.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "default-src 'none'",
  ].join('; ')
}

/** The first headers of every answer. Next.js keeps those that are already set. */
export function securityHeaders(
  { url }: Pick<Environment, 'url'>,
  answer: Answer,
): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(answer),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(url.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }),
    ...(answer.isPage && { 'Cache-Control': 'private, no-store' }),
  }
}
