// What an expression gives, as JSON has it.

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
export function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return exactNumber(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(jsonValue)
  return Object.fromEntries(membersOf(value).map(([key, member]) => [key, jsonValue(member)]))
}

function exactNumber(value: bigint): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new NoValue('it gives an integer beyond 2^53 - 1')
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member])
  if (Object.getPrototypeOf(value) === Object.prototype) return Object.entries(value)
  throw new NoValue('it gives no text, number, boolean, list or map')
}
