import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { typedCluster, type TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
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

/** A cluster with what its type says, from what is stored of both; of a type that nobody ever edited that is nothing. */
export function storedCluster({
  body,
  type,
}: {
  readonly body: unknown
  readonly type: unknown
}): TypedCluster {
  return typedCluster(
    storedObject('cluster', body),
    type === null || type === undefined ? DEFAULT_TYPE : storedObject('cluster-type', type),
  )
}
