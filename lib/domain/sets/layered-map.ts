// A map that never changes, and whose edits don't copy it: recent edits are in a small map in front of a large one that all
// versions share. The two are merged when the small one has grown to the square root of the large one.

export type LayeredMap<V> = {
  readonly base: ReadonlyMap<string, V>
  /** Overrides `base`; null: not in the map. */
  readonly recent: ReadonlyMap<string, V | null>
}

export const EMPTY_MAP: LayeredMap<never> = {
  base: new Map<string, never>(),
  recent: new Map<string, never>(),
}

export function lookUp<V>({ base, recent }: LayeredMap<V>, key: string): V | undefined {
  const value = recent.get(key)
  return value === undefined ? base.get(key) : (value ?? undefined)
}

/** The map with some values replaced, and the null ones removed. */
export function mapWith<V>(
  map: LayeredMap<V>,
  values: ReadonlyMap<string, V | null>,
): LayeredMap<V> {
  const recent = new Map([...map.recent, ...values])
  if (recent.size <= Math.sqrt(map.base.size)) return { base: map.base, recent }
  const base = new Map(map.base)
  for (const [key, value] of recent) {
    if (value === null) base.delete(key)
    else base.set(key, value)
  }
  return { base, recent: EMPTY_MAP.recent }
}

/** All of it, in no order. */
export function* entriesIn<V>({ base, recent }: LayeredMap<V>): Generator<readonly [string, V]> {
  for (const entry of base) if (!recent.has(entry[0])) yield entry
  for (const [key, value] of recent) if (value !== null) yield [key, value]
}

export function valuesIn<V>({ base, recent }: LayeredMap<V>): V[] {
  const older = [...base].filter(([key]) => !recent.has(key)).map(([, value]) => value)
  return [...older, ...[...recent.values()].filter((value) => value !== null)]
}
