// What Argo CD says of an application, by the source that it has: which revisions that can have, and whether what is said is of the
// source as it is by now.
import type { JsonObject } from '#lib/domain/observed/reading.ts'
import { commitIn, type ReportedItem, revisionIn } from '#lib/domain/observed/reported.ts'

/**
 * The revision that a text names, where a source has such revisions: a commit of Git, the version of a chart, the digest of an
 * artifact. Null: it names none, as where Argo CD can't read the source and repeats what it was asked for.
 */
export function revisionOf(text: string | null, source: JsonObject | null): string | null {
  if (source === null || !isElsewhere(source)) return commitIn(text)
  return commitIn(text) === null ? revisionIn(text) : null
}

/** Whether a source is a chart or an artifact. */
function isElsewhere({ chart, repoURL }: JsonObject): boolean {
  return typeof chart === 'string' || (typeof repoURL === 'string' && repoURL.startsWith('oci://'))
}

type Told = Pick<ReportedItem, 'revision' | 'sync'>

/**
 * What is told of an application, for the source that it has. Where values or the way to render change, the revision stays, and
 * doesn't show whether they were compared and applied already; but Argo CD says of which source it speaks. Until they are applied,
 * what runs is what was synced last.
 * https://github.com/argoproj/argo-cd/blob/v3.2.1/pkg/apis/application/v1alpha1/types.go `ComparedTo`, `RevisionHistory`
 */
export function ofSource<T extends Told>(told: T, status: JsonObject, source: JsonObject): T {
  if (!tellsMore(source)) return told
  const compared = memberOf(memberOf(status['sync'], 'comparedTo'), 'source')
  const history = status['history']
  const synced = memberOf(Array.isArray(history) ? history.at(-1) : undefined, 'source')
  const isCompared = compared === undefined || isSameJson(compared, source)
  const isSynced = synced === undefined || isSameJson(synced, source)
  if (isCompared && isSynced) return told
  return { ...told, revision: null, ...(!isCompared && { sync: 'OutOfSync' as const }) }
}

/** Whether a source can become another one while its revision stays, besides by its directory. */
function tellsMore(source: JsonObject): boolean {
  return isElsewhere(source) || source['helm'] !== undefined || source['directory'] !== undefined
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

/** A source that Berth writes nests no deeper. */
const DEPTH_MAX = 24

function isSameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false
  if (Array.isArray(one) && Array.isArray(other)) {
    const isSame = (each: unknown, nth: number) => isSameJson(each, other[nth], depth + 1)
    return one.length === other.length && one.every(isSame)
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  const isSame = (key: string) => isSameJson(one[key], other[key], depth + 1)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(key))
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
