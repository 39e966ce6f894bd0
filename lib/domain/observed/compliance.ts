// Whether a commit is everywhere where it should be: of a change, of a commit of a branch of ours, or of one of an
// application's own repository.
import { compareText } from '#lib/domain/text/compare-text.ts'
import { isBad, type Known, outcomeBy } from './outcome.ts'
import type { State } from './states.ts'

/** The worst first. */
export const COMPLIANCES = ['failed', 'unknown', 'in_progress', 'succeeded'] as const
export type Compliance = (typeof COMPLIANCES)[number]

/** Of a cluster that is no more nothing will ever be told. */
type OfCluster = { readonly isClusterGone: boolean }

/** How far a placement came that a change began, or gave another source. */
export type KnownBegun = Known & OfCluster

/** How far the end of a placement came. */
export type KnownEnd = OfCluster & {
  readonly isPulled: boolean
  /** What is still there, as shown; null: nothing. */
  readonly state: State | null
  readonly isSilent: boolean
  /** Whether it is placed once more, by a later change. */
  readonly isPlaced: boolean
}

/** What a placement runs whose source could be at a commit. */
export type KnownRun = {
  /** As shown. */
  readonly state: State | null
  /** Whether the commit that it was last compared with is the one that is asked about, or was announced as a later version. */
  readonly isAtCommit: boolean
  /** Whether it ran that commit once, and of the one that it runs nobody knows which is the later one. */
  readonly wasAtCommit: boolean
}

/**
 * Null: a later change took its place before it was known to have arrived, or its cluster is no more; it isn't counted.
 *
 * | of what a change began                                  |               |
 * |---------------------------------------------------------|---------------|
 * | healthy since its cluster had pulled it                 | `succeeded`   |
 * | pulled, never healthy, and what was heard last is bad   | `failed`      |
 * | ended since, or its cluster is no more                  | not counted   |
 * | its cluster is silent                                   | `unknown`     |
 * | else: not pulled, or not healthy yet                    | `in_progress` |
 */
export function complianceOfBegun({ isClusterGone, ...known }: KnownBegun): Compliance | null {
  const outcome = outcomeBy(known)
  if (outcome === 'succeeded' || outcome === 'failed') return outcome
  if (outcome === 'superseded' || known.hasEnded || isClusterGone) return null
  return outcome
}

/**
 * | of what a change ended                                  |               |
 * |---------------------------------------------------------|---------------|
 * | placed once more, or its cluster is no more             | not counted   |
 * | its cluster has pulled the end, and it isn't there      | `succeeded`   |
 * | its cluster is silent                                   | `unknown`     |
 * | it can't be deleted, or nobody deletes it               | `failed`      |
 * | else: not pulled, or being deleted                      | `in_progress` |
 */
export function complianceOfEnd(known: KnownEnd): Compliance | null {
  if (known.isPlaced || known.isClusterGone) return null
  if (known.isPulled && known.state === null) return 'succeeded'
  if (known.isSilent) return 'unknown'
  return known.state === 'failed' || known.state === 'orphaned' ? 'failed' : 'in_progress'
}

/**
 * | of a placement whose source could be at the commit      |               |
 * |---------------------------------------------------------|---------------|
 * | unknown                                                 | `unknown`     |
 * | at the commit and healthy                               | `succeeded`   |
 * | at the commit and failed or degraded; or missing        | `failed`      |
 * | at another one, after it was at this one                | not counted   |
 * | else: at another one, or at this one and not healthy    | `in_progress` |
 */
export function complianceOfRun({ state, isAtCommit, wasAtCommit }: KnownRun): Compliance | null {
  if (state === 'unknown') return 'unknown'
  if (state === 'missing') return 'failed'
  if (!isAtCommit) return wasAtCommit ? null : 'in_progress'
  if (state === 'healthy') return 'succeeded'
  return isBad(state) ? 'failed' : 'in_progress'
}

/** `superseded` aren't in the total. */
export type ComplianceCounts = Readonly<Record<Compliance | 'superseded' | 'total', number>>

const NONE: ComplianceCounts = {
  total: 0,
  succeeded: 0,
  failed: 0,
  in_progress: 0,
  unknown: 0,
  superseded: 0,
}

export type ComplianceGroup = ComplianceCounts & {
  /** Null: those whose cluster has no such label. */
  readonly key: string | null
  /** Since when the cluster is silent that is so for longest; null: none is, or it never was heard of. */
  readonly silentSince: Date | null
}

/** So many placements of a group, of which the same is known. */
export type Tallied = {
  readonly key: string | null
  readonly compliance: Compliance | null
  readonly count: number
  /** Since when the cluster of them that was heard of longest ago is silent, if it is. */
  readonly silentSince: Date | null
}

/** All of them together, and in groups: those with the worst first, then by key. */
export type ComplianceTally = ComplianceCounts & { readonly items: readonly ComplianceGroup[] }

export function tally(tallied: Iterable<Tallied>): ComplianceTally {
  const groups = new Map<string | null, ComplianceGroup>()
  let all = NONE
  for (const { key, compliance, count, silentSince: since } of tallied) {
    all = withMore(all, compliance, count)
    const known = groups.get(key) ?? { ...NONE, key, silentSince: null }
    const silentSince =
      compliance === 'unknown' ? earlier(known.silentSince, since) : known.silentSince
    groups.set(key, { ...withMore(known, compliance, count), key, silentSince })
  }
  return { ...all, items: [...groups.values()].sort(worstFirst) }
}

/** How many groups there are of each, each called after the worst that it holds. */
export function countGroups(groups: readonly ComplianceCounts[]): ComplianceCounts {
  return groups.reduce((all, group) => withMore(all, worstComplianceOf(group), 1), NONE)
}

function withMore(
  counts: ComplianceCounts,
  compliance: Compliance | null,
  count: number,
): ComplianceCounts {
  const { total, superseded } = counts
  if (compliance === null) return { ...counts, superseded: superseded + count }
  return { ...counts, total: total + count, [compliance]: counts[compliance] + count }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a !== null && (b === null || a < b) ? a : b
}

function worstFirst(a: ComplianceGroup, b: ComplianceGroup): number {
  return placeOf(a) - placeOf(b) || compareText(a.key ?? '', b.key ?? '')
}

function placeOf(counts: ComplianceCounts): number {
  const worst = worstComplianceOf(counts)
  return worst === null ? COMPLIANCES.length : COMPLIANCES.indexOf(worst)
}

/** The worst that a group holds; null: nothing of it is counted. */
function worstComplianceOf(counts: ComplianceCounts): Compliance | null {
  return COMPLIANCES.find((compliance) => counts[compliance] > 0) ?? null
}
