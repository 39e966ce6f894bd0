// What the forms of all kinds of object differ in.
import type { Gravity } from '#components/impact/confirm-dialog.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import type { ControlName, Held } from './controls.ts'

export type FieldValue = Held[ControlName]

export type FormValues = { readonly name: string } & Readonly<Record<string, FieldValue>>

/** An object's JSON, by its fields. */
export type FieldsJson = Readonly<Record<string, unknown>>

/** The object that is edited: its ref, and the state that it was read in. */
export type EditedState = {
  readonly ref: { readonly namespace?: string; readonly name: string }
  readonly etag: string
  /** Where the API has it. */
  readonly path: string
}

export type SaveForm = (request: SaveRequest & { readonly body: FieldsJson }) => Promise<SaveState>

export type FormSpec = {
  readonly kind: Kind
  /** Where the API takes a new one. */
  readonly collection: string
  readonly save: SaveForm
  readonly valuesOf: (json: FieldsJson) => FormValues
  readonly bodyOf: (values: FormValues) => FieldsJson
  /** What is missing before the impact can be asked for, by field. */
  readonly missing: (values: FormValues) => Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  /** What an edit of an object that is there does that its numbers don't say. */
  readonly gravityOf?: (base: FormValues, values: FormValues) => Gravity | null
  /** Where in what is sent the object stands, and so its fields' flaws; without it what is sent is the object. */
  readonly within?: string
  /** What saving is called where it is more than to save. */
  readonly action?: string
}
