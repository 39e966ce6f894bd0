// An object's JSON, as people send it, as the API shows it and as revisions keep it. Writing is canonical: one object has
// one JSON. Reading looks at a field's own content alone: what people send has its shape checked before, what revisions
// keep was written here.
import type { z } from 'zod'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { codecList } from './codec-list.ts'
import type { Decoded } from './fields.ts'
import type { Kind } from './kinds.ts'

type CodecList = typeof codecList
type Objects = { readonly [K in Kind]: Decoded<CodecList[K]['decode']> }
export type ObjectOfKind<K extends Kind> = Objects[K]
export type JsonOfKind<K extends Kind> = ReturnType<CodecList[K]['encode']>

type Codec<K extends Kind> = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly decode: (sent: never) => Checked<ObjectOfKind<K>>
  readonly encode: (object: ObjectOfKind<K>) => JsonOfKind<K>
  /** Every issue of an object, taken alone, with the API's field names in the paths. */
  readonly issuesOf: (
    object: ObjectOfKind<K>,
    rule: { readonly reservedNames: readonly string[] },
  ) => readonly Issue[]
  /** The labels that selectors see. */
  readonly labelsOf?: (object: ObjectOfKind<K>) => Labels
  /** What the status says beside every object's. */
  readonly statusOf?: (object: ObjectOfKind<K>) => Readonly<Record<string, string>>
}

/** How the objects of each kind are read, written and checked. */
export const codecs: { readonly [K in Kind]: Codec<K> } = codecList

type AnyObject = ObjectOfKind<Kind>

/** The codec of an object's own kind, which takes it. */
export function codecOf(object: AnyObject): Codec<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return codecs[object.kind] as Codec<Kind>
}

/** The labels that selectors see on an object; one of a kind without labels has none. */
export function labelsOf(object: AnyObject): Labels {
  return codecOf(object).labelsOf?.(object) ?? NO_LABELS
}

const NO_LABELS: Labels = new Map()

export function objectJson<O extends AnyObject>(object: O): JsonOfKind<O['kind']> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return codecOf(object).encode(object) as JsonOfKind<O['kind']>
}

/**
 * The object that `objectJson` wrote, or the issues of a selector that doesn't parse. In all else `json` is trusted to be
 * such a text's value, as a revision's body is.
 */
export function readStoredObject<K extends Kind>(kind: K, json: unknown): Checked<ObjectOfKind<K>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return codecs[kind].decode(json as never)
}
