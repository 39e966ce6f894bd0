// What a form of the portal saves: the object as the API takes it, and what the person saw and confirmed.
import { z } from 'zod'
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import { accepted, type Checked, checked } from '#lib/domain/text/issue.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import { readShape } from './shape.ts'

const saveRequest = z.strictObject({
  /** What is edited; null: it is new. */
  ref: z.strictObject({ namespace: z.string().optional(), name: z.string() }).nullable(),
  body: z.unknown(),
  /** The state that was edited. */
  etag: z.string().nullable(),
  /** The digest of the impact that was seen. */
  impact: z.string(),
  confirmRemovals: z.number().int().nullable(),
  confirmChanges: z.number().int().nullable(),
  /** Of settings: how many clusters are known to need their bootstrap again. */
  confirmClusters: z.number().int().nullish(),
  reason: z.string(),
  freeName: z.boolean(),
})

export type SaveRequest = z.output<typeof saveRequest>

/** A save as a browser sent it, which may be anything. */
export function readSaveRequest(input: unknown): Checked<SaveRequest> {
  const shape = readShape(saveRequest, input)
  return shape.ok ? checked(shape.value, reasonIssues(shape.value.reason, ['reason'])) : shape
}

/** The outcome of a save, as the form gets it. */
export type SaveState =
  | { readonly kind: 'saved'; /** Null: nothing was different. */ readonly change: number | null }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly fields: Readonly<Record<string, readonly string[]>>
    }

export type Save = (request: SaveRequest) => Promise<SaveState>

const ofKind = z.looseObject({ kind: z.enum(KINDS) })

/** A save of an object of a kind. */
export type ObjectSave = SaveRequest & z.output<typeof ofKind>

/** The kind of such a save as a browser sent it. */
export function readKindOfSave(input: unknown): Checked<Kind> {
  const shape = readShape(ofKind, input)
  return shape.ok ? accepted(shape.value.kind) : shape
}

export type SaveObject = (request: ObjectSave) => Promise<SaveState>
