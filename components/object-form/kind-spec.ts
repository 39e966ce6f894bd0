// Makes the form of a kind of object from its list of fields.
import type { FormField } from '#lib/domain/objects/form.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { apiCollection, pagePaths } from '#lib/schemas/paths.ts'
import { controlOf, type Owners } from './controls.ts'
import { jsonOfFields, valueOfField } from './field-json.ts'
import type { FieldsJson, FieldValue, FormSpec, FormValues, SaveForm } from './form-spec.ts'
import { gravities } from './gravities.ts'

function fieldsOf(kind: Kind): readonly FormField[] {
  return kinds[kind].form.flat()
}

/** The values of a form that opens with an object. */
export function valuesOf(kind: Kind, json: FieldsJson): FormValues {
  return valuesBy(fieldsOf(kind), (field) =>
    controlOf(field).read(valueOfField(json, field.field), field),
  )
}

/** The fields that a form with these values asks for. */
export function askedOf(kind: Kind, values: FormValues): readonly FormField[] {
  const fields = fieldsOf(kind)
  return fields.filter((field) => isAsked(field, fields, values))
}

/** Whether a form with these values asks for the field, which is one of `fields`. */
function isAsked(
  { onlyWith = {} }: FormField,
  fields: readonly FormField[],
  values: FormValues,
): boolean {
  return Object.entries(onlyWith).every(([name, choices]) => {
    const other = fields.find(({ field }) => field === name)
    const value = values[name]
    if (other === undefined || !isAsked(other, fields, values)) return true
    return typeof value === 'string' && choices.includes(value)
  })
}

/** Whether the field may be empty with these values, or what is missing is said by the one that can be filled in instead. */
function mayBeEmpty(field: FormField, fields: readonly FormField[], values: FormValues): boolean {
  if (field.control !== 'text') return false
  const { emptyWith } = field
  const choice = emptyWith && values[emptyWith.field]
  if (typeof choice === 'string' && emptyWith?.choices.includes(choice)) return true
  if (field.unless === undefined) return false
  const other = fields.find((each) => each.field === field.unless)
  return other !== undefined && isAsked(other, fields, values) && values[field.unless] !== ''
}

/** What is said of an empty field with these values instead. */
function chosenMessage(field: FormField, values: FormValues): string | undefined {
  if (field.control !== 'text' || field.missingWith === undefined) return undefined
  const choice = values[field.missingWith.field]
  return typeof choice === 'string' ? field.missingWith.choices[choice] : undefined
}

/** The form of a kind for a visitor who may write the objects of these owners; `isNew`: there is no such object yet. */
export function specOf(kind: Kind, owners: Owners, save: SaveForm, isNew = true): FormSpec {
  const fields = fieldsOf(kind)
  return {
    kind,
    collection: apiCollection(kind),
    save,
    valuesOf: (json) => valuesOf(kind, json),
    bodyOf: (values) =>
      jsonOfFields(
        askedOf(kind, values).flatMap((field) => {
          const sent = controlOf(field).write(values[field.field]!, field, isNew)
          return sent === undefined ? [] : [[field.field, sent] as const]
        }),
      ),
    secrets: fields.filter(({ control }) => control === 'secret').map(({ field }) => field),
    missing: (values) =>
      Object.fromEntries(
        askedOf(kind, values).flatMap((field) => {
          if (mayBeEmpty(field, fields, values)) return []
          const missing = controlOf(field).missing(values[field.field]!, field, owners)
          return missing === null ? [] : [[field.field, chosenMessage(field, values) ?? missing]]
        }),
      ),
    labels: Object.fromEntries(
      fields.map(({ field, label, word }) => [field, word ?? lowerFirst(label)]),
    ),
    gravityOf: gravities[kind],
    ...(kind === 'application' && { include: 'policies' }),
    ...(kind === 'cluster' && { nextPath: pagePaths.onboarding }),
  }
}

/** `given`: what a new object has before anybody types. */
export function newValues(kind: Kind, owners: Owners, given: FieldsJson = {}): FormValues {
  return valuesBy(fieldsOf(kind), (field) => {
    const { initial, read } = controlOf(field)
    const value = valueOfField(given, field.field)
    return value === undefined ? initial(field, owners) : read(value, field)
  })
}

function valuesBy(fields: readonly FormField[], valueOf: (field: FormField) => FieldValue) {
  const values = fields.map((field) => [field.field, valueOf(field)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each form has a name
  return Object.fromEntries(values) as FormValues
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
