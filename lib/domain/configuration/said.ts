// What layers say, by place: a tree with each layer's leaves at their pointers.
import type { Value, Values } from '#lib/domain/values/values.ts'

/** A leaf of one layer. The layer of rank 0 wins over all others. */
export type Said<From> = {
  readonly rank: number
  readonly priority: number
  readonly value: Value
  readonly from: From
}

export type Place<From> = {
  /** By rank. */
  readonly said: Said<From>[]
  readonly within: Map<string, Place<From>>
  /** The two lowest ranks that say something here or within. */
  readonly lowest: number[]
}

type Speaker<From> = {
  readonly priority: number
  readonly values: Values
  readonly from: From
}

/** The root of what layers say. The first of them wins. */
export function saidBy<From>(layers: readonly Speaker<From>[]): Place<From> {
  const root = emptyPlace<From>()
  for (const [rank, { priority, values, from }] of layers.entries()) {
    root.lowest.push(rank)
    for (const [key, value] of Object.entries(values)) {
      add(placeWithin(root, key), { rank, priority, value, from })
    }
  }
  return root
}

function add<From>(place: Place<From>, said: Said<From>): void {
  const { lowest } = place
  if (lowest.length < 2 && lowest.at(-1) !== said.rank) lowest.push(said.rank)
  if (!isMap(said.value)) {
    place.said.push(said)
    return
  }
  for (const [key, value] of Object.entries(said.value)) {
    add(placeWithin(place, key), { ...said, value })
  }
}

function placeWithin<From>(place: Place<From>, key: string): Place<From> {
  const known = place.within.get(key)
  if (known !== undefined) return known
  const fresh = emptyPlace<From>()
  place.within.set(key, fresh)
  return fresh
}

function emptyPlace<From>(): Place<From> {
  return { said: [], within: new Map(), lowest: [] }
}

/** Whether a value is no leaf: an object that isn't empty. Lists are whole values. */
export function isMap(value: Value): value is Values {
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
}

/** Values in their normal form are equal if their texts are. */
export function isSameValue(one: Value, other: Value): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  return JSON.stringify(one) === JSON.stringify(other)
}
