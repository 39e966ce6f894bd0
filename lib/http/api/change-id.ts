import { notFound } from '#lib/usecases/define.ts'

/** The number of the change that a path names. Anything that isn't a number is not found. */
export function readChangeId(path: Readonly<Record<string, string>>): number {
  const text = path['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound()
  return Number(text)
}
