import { EnvironmentInvalid } from '#lib/settings/env.ts'

/** What to tell of a start that failed: a sentence where the person can do something about it, else all there is. */
export function explain(error: unknown): string {
  if (error instanceof EnvironmentInvalid) return error.message
  if (!(error instanceof Error)) return String(error)
  const [code, port]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'port')]
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use: set PORT to another one.`
  return error.stack ?? error.message
}
