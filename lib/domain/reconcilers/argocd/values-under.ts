// Values of Helm with others laid over them at a pointer.
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'

/**
 * The values with `laid` over what they have at the pointer, a JSON pointer to an object of theirs. What is laid wins, leaf by
 * leaf: a leaf is a scalar, a list, or an empty object, and takes the place of whatever was there.
 */
export function valuesUnder(values: Values, pointer: string, laid: Values): Values {
  const path = pathOfPointer(pointer) ?? []
  return laidOver(
    values,
    path.reduceRight<Values>((inner, key) => ({ [key]: inner }), laid),
  )
}

function laidOver(own: Values, laid: Values): Values {
  const members = new Map(Object.entries(own))
  for (const [key, value] of Object.entries(laid)) {
    const there = members.get(key)
    members.set(key, isMap(there) && isMap(value) ? laidOver(there, value) : value)
  }
  return Object.fromEntries(members)
}

function isMap(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
}
