// How large what an expression makes can be at most, whatever the cluster and the application are.
import { LABELS_BYTES_MAX, LABELS_MAX } from '#lib/domain/labels/labels.ts'

export type Size = {
  /** Of the value with all that is in it: characters, and 64 for each of its parts. */
  readonly volume: number
  /** Characters of a text, items of a list, members of a map. */
  readonly length: number
  /** What a comprehension goes through: items, or keys. */
  readonly item: Size | null
  /** What an index finds: items, or the values of members. */
  readonly found: Size | null
}

const PART_VOLUME = 64

export const SCALAR: Size = { volume: PART_VOLUME, length: 0, item: null, found: null }

export function textSize(length: number): Size {
  return { volume: PART_VOLUME + length, length, item: null, found: null }
}

/** A list of at most so many items, each of at most that size. */
export function listSize(length: number, item: Size): Size {
  return { volume: PART_VOLUME + length * item.volume, length, item, found: item }
}

/** A list or a map with these in it. */
export function sizeOfAll(items: readonly Size[], keys: readonly Size[] = []): Size {
  const found = items.reduce(larger, SCALAR)
  const volume = [...items, ...keys].reduce((sum, size) => sum + size.volume, PART_VOLUME)
  const item = keys.length > 0 ? keys.reduce(larger, SCALAR) : found
  return { volume, length: items.length, item, found }
}

/** Of two lists or texts, one after the other, or of two numbers as one. */
export function joinedSize(one: Size, other: Size): Size {
  if (one.length === 0 && other.length === 0) return larger(one, other)
  return {
    ...larger(one, other),
    volume: one.volume + other.volume,
    length: one.length + other.length,
  }
}

/** At least as large as both. */
export function larger(one: Size, other: Size): Size {
  return {
    volume: Math.max(one.volume, other.volume),
    length: Math.max(one.length, other.length),
    item: largerOrNone(one.item, other.item),
    found: largerOrNone(one.found, other.found),
  }
}

function largerOrNone(one: Size | null, other: Size | null): Size | null {
  if (one === null || other === null) return one ?? other
  return larger(one, other)
}

const NAME_CHARACTERS_MAX = 253
const LABEL_KEY_CHARACTERS_MAX = 253 + 1 + 63
const LABEL_VALUE_CHARACTERS_MAX = 63

/** Of a name, or of another field that is no labels. */
export const FIELD_SIZE = textSize(NAME_CHARACTERS_MAX)

export const LABELS_SIZE: Size = {
  volume: LABELS_BYTES_MAX + (2 * LABELS_MAX + 1) * PART_VOLUME,
  length: LABELS_MAX,
  item: textSize(LABEL_KEY_CHARACTERS_MAX),
  found: textSize(LABEL_VALUE_CHARACTERS_MAX),
}
