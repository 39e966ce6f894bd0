// What the door answers about any object, as what it is about one kind.
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'

export type RepresentationOf<K extends Kind> = Representation & {
  readonly object: Extract<ModelObject, { kind: K }>
}

export function isOfKind<K extends Kind>(
  found: Representation,
  kind: K,
): found is RepresentationOf<K> {
  return found.object.kind === kind
}

/** The objects of one kind among what a list answered. */
export function ofKind<K extends Kind>(
  items: readonly Representation[],
  kind: K,
): RepresentationOf<K>[] {
  return items.filter((item) => isOfKind(item, kind))
}
