// What the forms of all kinds of object differ in.
import type { Gravity } from '#components/impact/confirm-dialog.tsx'
import type { TypedSelector } from '#components/selector/selector-rows.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { Save } from '#lib/schemas/save-request.ts'

/** A field as a form holds it. */
type FieldValue =
  | string
  | boolean
  | null
  | TypedSelector
  | readonly string[]
  | readonly Readonly<Record<string, string>>[]

export type FormValues = { readonly name: string } & Readonly<Record<string, FieldValue>>

/** The object that is edited: its ref, and the state that it was read in. */
export type EditedState = {
  readonly ref: { readonly namespace?: string; readonly name: string }
  readonly etag: string
  /** Where the API has it. */
  readonly path: string
}

export type FormSpec<D extends FormValues, Json> = {
  readonly kind: Kind
  /** Where the API takes a new one. */
  readonly collection: string
  readonly save: Save
  /** An object's JSON as the form holds it. */
  readonly valuesOf: (json: Json) => D
  /** What the form holds as the API takes it. */
  readonly bodyOf: (values: D) => Readonly<Record<string, unknown>>
  /** What is missing before the impact can be asked for, by field. */
  readonly missing: (values: D) => Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  /** What an edit of an object that is there does that its numbers don't say. */
  readonly gravityOf?: (base: D, values: D) => Gravity | null
  /** Where in what is sent the object stands, and so its fields' flaws; without it what is sent is the object. */
  readonly within?: string
  /** What saving is called where it is more than to save. */
  readonly action?: string
}
