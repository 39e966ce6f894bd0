// What differs between two sources, as the fields of an application's JSON have it.
import type { Packed } from './packaging.ts'
import { sourceFields } from './source-json.ts'

/** `from`, `to`: null where the source has no such field; values are shown as JSON. */
type SourceDifference = {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

/** The fields with which two sources differ, in the order of the JSON: none if and only if they are the same. */
export function sourceDifferences(before: Packed, after: Packed): readonly SourceDifference[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter((each) => each.from !== each.to)
}

const AS_FOUND = { type: 'git', render: 'auto' }

function fieldsOf(packed: Packed): ReadonlyMap<string, string> {
  const { source = AS_FOUND, ...fields } = sourceFields(packed)
  return new Map([
    ...Object.entries(fields).map(([field, value]) => [field, value] as const),
    ...Object.entries(source).map(
      ([field, value]) =>
        [`source.${field}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ])
}
