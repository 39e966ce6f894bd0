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

/** Whether a form with these values asks for the field. */
export function isAsked({ onlyWith }: FormField, values: FormValues): boolean {
  return onlyWith === undefined || values[onlyWith.field] === onlyWith.choice
}

/** The form of a kind for a visitor who may write the objects of these owners. */
export function specOf(kind: Kind, owners: Owners, save: SaveForm): FormSpec {
  const fields = fieldsOf(kind)
  return {
    kind,
    collection: apiCollection(kind),
    save,
    valuesOf: (json) =>
      valuesBy(fields, (field) => controlOf(field).read(valueOfField(json, field.field), field)),
    bodyOf: (values) =>
      jsonOfFields(
        fields.flatMap((field) => {
          if (!isAsked(field, values)) return []
          const sent = controlOf(field).write(values[field.field]!, field)
          return sent === undefined ? [] : [[field.field, sent] as const]
        }),
      ),
    secrets: fields.filter(({ control }) => control === 'secret').map(({ field }) => field),
    missing: (values) =>
      Object.fromEntries(
        fields.flatMap((field) => {
          if (!isAsked(field, values)) return []
          const missing = controlOf(field).missing(values[field.field]!, field, owners)
          return missing === null ? [] : [[field.field, missing]]
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
