import { readStoredObject } from '#lib/domain/objects/object-json.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'

/** Throws when Berth didn't write the body: whatever was made of it would be wrong. */
export function storedObject<K extends Kind>(kind: K, body: unknown): ObjectOfKind<K> {
  const read = readStoredObject(kind, body)
  if (read.ok) return read.value
  const flaws = read.issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`)
  throw new Error(`a stored ${kind} can't be read: ${flaws.join(' ')}`)
}
