// The objects whose pages somebody opened last, in this browser. Each visitor of a browser has a list of their own: names of
// objects are for those alone who may read them.
import { isKind } from '#lib/domain/objects/kinds.ts'
import { type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'

const KEPT = 8

const keyOf = (visitor: string) => `berth-recent ${visitor}`

export function recentRefs(visitor: string, storage: Storage): readonly ObjectRef[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(visitor)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRef) : []
  } catch {
    return []
  }
}

export function keepRecent(visitor: string, ref: ObjectRef, storage: Storage): void {
  const others = recentRefs(visitor, storage).filter((other) => refKey(other) !== refKey(ref))
  storage.setItem(keyOf(visitor), JSON.stringify([ref, ...others].slice(0, KEPT)))
}

/** Another version of the portal may have kept something else. */
function isRef(kept: unknown): kept is ObjectRef {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is optional and unknown
  const { kind, team, name } = { ...(kept as Partial<Record<keyof ObjectRef, unknown>>) }
  return (
    typeof kind === 'string' &&
    isKind(kind) &&
    (team === null || typeof team === 'string') &&
    typeof name === 'string'
  )
}
