import { EnvironmentInvalid } from '#lib/settings/env.ts'

/** How to report a failed start: a sentence if the user can do something about it, otherwise everything that is known. */
export function explain(error: unknown): string {
  if (error instanceof EnvironmentInvalid) return error.message
  if (!(error instanceof Error)) return String(error)
  const [code, port]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'port')]
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use: set PORT to another one.`
  return error.stack ?? error.message
}
