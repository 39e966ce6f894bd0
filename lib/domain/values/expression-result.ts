// What an expression gives, as JSON has it.
import { isObject } from './values.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** Why it can't be had so. */
class NoValue extends Error {
  readonly code = 'no_value'
  readonly summary: string
  constructor(summary: string) {
    super(summary)
    this.summary = summary
  }
}

/**
 * A value of an expression as JSON has it: its integers are numbers, its maps objects. Throws for what JSON doesn't have: integers
 * beyond 2^53 - 1, types, and what may not be there.
 */
export function jsonValue(value: unknown): Json {
  if (typeof value === 'bigint') return exactNumber(value)
  if (value === null || isScalar(value)) return value
  if (Array.isArray(value)) return value.map(jsonValue)
  return Object.fromEntries(membersOf(value).map(([key, member]) => [key, jsonValue(member)]))
}

function exactNumber(value: bigint): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new NoValue('it gives an integer beyond 2^53 - 1')
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member])
  if (isObject(value) && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.entries(value)
  }
  throw new NoValue('it gives no text, number, boolean, list or map')
}
