// What differs between the forms of the kinds of object.
import type { Gravity } from '#components/impact/confirm-dialog.tsx'
import type { ImpactRequest } from '#components/impact/impact-request.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import type { ControlName, Held } from './controls.ts'

export type FieldValue = Held[ControlName]

export type FormValues = { readonly name: string } & Readonly<Record<string, FieldValue>>

/** An object's JSON, by its fields. */
export type FieldsJson = Readonly<Record<string, unknown>>

/** The edited object: its ref, and the state in which it was read. */
export type EditedState = {
  readonly ref: { readonly namespace?: string; readonly name: string }
  readonly etag: string
  /** Its path in the API. */
  readonly path: string
}

export type SaveForm = (request: SaveRequest & { readonly body: FieldsJson }) => Promise<SaveState>

export type FormSpec = {
  readonly kind: Kind
  /** The path in the API that creates an object. */
  readonly collection: string
  readonly save: SaveForm
  readonly valuesOf: (json: FieldsJson) => FormValues
  readonly bodyOf: (values: FormValues) => FieldsJson
  /** The body's fields that hold secrets. */
  readonly secrets: readonly string[]
  /** What is missing before the impact can be asked for, by field. */
  readonly missing: (values: FormValues) => Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  /** A grave effect of an edit that the impact's numbers don't show. */
  readonly gravityOf?: (base: FormValues, values: FormValues) => Gravity | null
  /** The body's field that holds the object, which begins the paths of its reasons; absent: the body is the object. */
  readonly within?: string
  /** Where a new object still has something to be done by hand; absent: nothing is, and its change is shown. */
  readonly nextPath?: (name: string) => string
  /** What the form shows of the impact besides. */
  readonly include?: ImpactRequest['include']
  /** The label of the save button if it does more than save. */
  readonly action?: string
}
