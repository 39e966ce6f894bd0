// What is said of the objects that somebody edits together, beside what editing them does.
import { createHash } from 'node:crypto'
import { type LabelShare, labelShares } from '#lib/domain/labels/label-shares.ts'
import { type ModelObject, refKey } from '#lib/domain/objects/objects.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { ResolvedDraft } from './drafts.ts'

export type Selection = {
  readonly objects: number
  /** How many of them the edit leaves different. */
  readonly edited: number
  /** The labels that they have before it: the first keys, each with its most common values. */
  readonly labels: readonly (LabelShare & { readonly valuesTotal: number })[]
  readonly labelsTotal: number
}

const KEYS_MAX = 200
const VALUES_MAX = 10

/** What an edit is of, and the digest of its impact with that: it covers which objects these are, even if nothing moves. */
export function selectionOf(
  impactDigest: string,
  drafts: readonly ResolvedDraft[],
): { readonly digest: string; readonly selection: Selection } {
  const refs = drafts.map(({ ref }) => refKey(ref)).sort(compareText)
  const digest = createHash('sha256')
    .update([impactDigest, ...refs].join('\n'))
    .digest('hex')
  const shares = labelShares(drafts.flatMap(({ before }) => labelsOf(before)))
  const selection: Selection = {
    objects: drafts.length,
    edited: drafts.filter(({ isEdit }) => isEdit).length,
    labels: shares.slice(0, KEYS_MAX).map((share) => ({
      ...share,
      values: share.values.slice(0, VALUES_MAX),
      valuesTotal: share.values.length,
    })),
    labelsTotal: shares.length,
  }
  return { digest, selection }
}

function labelsOf(object: ModelObject | null): ReadonlyMap<string, string>[] {
  return object !== null && 'labels' in object ? [object.labels] : []
}
