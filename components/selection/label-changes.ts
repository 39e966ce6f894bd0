// What somebody wants of the labels of many objects, as a form has it and as a bulk edit takes it.
import { type LabelRow, mapOfRows, rowsProblem } from '#components/labels/label-rows.ts'

export type KeyChange =
  | { readonly does: 'set'; readonly value: string }
  | { readonly does: 'remove' }

export type LabelChanges = {
  /** Of keys that the objects have; the others are kept as they are. */
  readonly keys: ReadonlyMap<string, KeyChange>
  readonly added: readonly LabelRow[]
}

export const NO_CHANGES: LabelChanges = { keys: new Map(), added: [] }

/** The labels of a merge patch: null removes one. */
export function patchOf({ keys, added }: LabelChanges): Record<string, string | null> {
  const changed = [...keys].map(
    ([key, change]) => [key, change.does === 'set' ? change.value : null] as const,
  )
  return { ...Object.fromEntries(changed), ...mapOfRows(added) }
}

/** Null: they can be saved. */
export function changesProblem({ keys, added }: LabelChanges): string | null {
  const twice = added.find(({ key }) => keys.has(key))
  return twice ? `${twice.key} stands here twice.` : rowsProblem(added)
}

/** `undefined` keeps the key as it is. */
export function withKey(
  changes: LabelChanges,
  key: string,
  change: KeyChange | undefined,
): LabelChanges {
  const keys = new Map(changes.keys)
  if (change) keys.set(key, change)
  else keys.delete(key)
  return { ...changes, keys }
}

/** How many of the objects have a key. */
export function presence(having: number, objects: number): string {
  if (having === objects) return objects === 1 ? 'has it' : `all ${objects.toLocaleString('en')}`
  return `${having.toLocaleString('en')} of ${objects.toLocaleString('en')}`
}
