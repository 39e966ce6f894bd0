// An object's JSON, which people send, the API answers and revisions store. Writing is canonical: one object has one JSON.
// Reading checks only what is inside a field: the shape of what people send is checked before, and what is stored was
// written here.
import type { z } from 'zod'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { codecList } from './codec-list.ts'
import type { Decoded } from './fields.ts'
import type { Kind } from './kinds.ts'
import type { SecretRule } from './secret-rule.ts'

type CodecList = typeof codecList
type Objects = { readonly [K in Kind]: Decoded<CodecList[K]['decode']> }
export type ObjectOfKind<K extends Kind> = Objects[K]
export type JsonOfKind<K extends Kind> = ReturnType<CodecList[K]['encode']>

/** What objects are held to besides themselves. */
type IssueRule = {
  /** The installation's own reserved names of teams. */
  readonly reservedNames: readonly string[]
  /** The names of the reconcilers that there are. */
  readonly reconcilers: readonly string[]
}

type Codec<K extends Kind> = {
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly decode: (sent: never) => Checked<ObjectOfKind<K>>
  readonly encode: (object: ObjectOfKind<K>) => JsonOfKind<K>
  /** Every issue of an object by itself, with the API's field names in the paths. */
  readonly issuesOf: (object: ObjectOfKind<K>, rule: IssueRule) => readonly Issue[]
  /** The labels that selectors see. */
  readonly labelsOf?: (object: ObjectOfKind<K>) => Labels
  /** The fields that hold secrets. */
  readonly secrets?: Readonly<Record<string, SecretRule<ObjectOfKind<K>>>>
  /** A sent object in the place of another one, with what it says nothing of and stays; absent: that is as in a new object. */
  readonly keeping?: (sent: unknown, current: ObjectOfKind<K>) => Checked<unknown>
  /** Fields of the status that only this kind has. */
  readonly statusOf?: (object: ObjectOfKind<K>) => Readonly<Record<string, string>>
}

export const codecs: { readonly [K in Kind]: Codec<K> } = codecList

type AnyObject = ObjectOfKind<Kind>

/** The codec of the object's kind. */
export function codecOf(object: AnyObject): Codec<Kind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a codec takes the objects of its kind
  return codecs[object.kind] as Codec<Kind>
}

/** The labels that selectors see on an object; empty for a kind without labels. */
export function labelsOf(object: AnyObject): Labels {
  return codecOf(object).labelsOf?.(object) ?? NO_LABELS
}

const NO_LABELS: Labels = new Map()

export function objectJson<O extends AnyObject>(object: O): JsonOfKind<O['kind']> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return codecOf(object).encode(object) as JsonOfKind<O['kind']>
}

/**
 * Reads back what `objectJson` wrote, or says why a selector or a map in it can't be read. All else is trusted, so `json`
 * must be a revision's body.
 */
export function readStoredObject<K extends Kind>(kind: K, json: unknown): Checked<ObjectOfKind<K>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return codecs[kind].decode(json as never)
}
