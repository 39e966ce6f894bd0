// Where the fields of a form are in an object's JSON: `settings.namespace` is the field `namespace` of the field `settings`.
import type { FieldsJson } from './form-spec.ts'

/** Undefined: the JSON lacks the field. */
export function valueOfField(json: FieldsJson, field: string): unknown {
  const [outer, inner] = stepsOf(field)
  return inner === undefined ? json[outer] : membersOf(json[outer])[inner]
}

/** Each value at the place of its field. */
export function jsonOfFields(
  values: readonly (readonly [field: string, value: unknown])[],
): FieldsJson {
  const json: Record<string, unknown> = {}
  for (const [field, value] of values) {
    const [outer, inner] = stepsOf(field)
    json[outer] = inner === undefined ? value : { ...membersOf(json[outer]), [inner]: value }
  }
  return json
}

function stepsOf(field: string): readonly [outer: string, inner?: string] {
  const [outer = '', inner] = field.split('.')
  return inner === undefined ? [outer] : [outer, inner]
}

function membersOf(value: unknown): FieldsJson {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
