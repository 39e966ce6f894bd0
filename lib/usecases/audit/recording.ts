// What a use case reports to the audit while it runs, and what the audit stores of that: a limited part in full, and for
// the rest its size and a hash.
import { createHash } from 'node:crypto'

/** What happened to one object. Report it in the shape in which the API answers the object, which contains no secret. */
export type AuditRecord = {
  /** Of an event of its own, beside that of the edit; absent: it is part of the edit's. */
  readonly action?: string
  /** Such as `application/ieb/app1`. */
  readonly object: string
  /** Null: it was created. */
  readonly before?: unknown
  /** Null: it was deleted. */
  readonly after?: unknown
  /** The change through which it happened. */
  readonly change?: number | null
}

/** Of an import only the first are stored: the revisions of its change have all of them. */
const EDITS_MAX = 100
/** Once there are so many characters, no further edit is stored. */
const EDITS_CHARACTERS_MAX = 1024 * 1024

type Told = {
  /** Null when there are several: they are only in the details. */
  readonly object: string | null
  readonly change: number | null
  readonly details: string | null
}

export type Recording = {
  readonly add: (record: AuditRecord) => void
  readonly told: () => Told
  /** What has events of its own. */
  readonly apart: readonly (Told & { readonly action: string })[]
}

/** Takes records one by one, and keeps only those that are stored and a hash of each. */
export function startRecording(): Recording {
  const kept: string[] = []
  const hashes: string[] = []
  const apart: (Told & { readonly action: string })[] = []
  let only: string | null = null
  let records = 0
  let characters = 0
  let change: number | null = null
  return {
    add: (record) => {
      if (record.action !== undefined) {
        apart.push(eventOf(record.action, record))
        return
      }
      records += 1
      only = records === 1 ? record.object : null
      change ??= record.change ?? null
      const { object, before, after } = record
      if (before === undefined && after === undefined) return
      const edit = editText({ object, before, after })
      hashes.push(sha256(edit))
      if (kept.length === EDITS_MAX || characters > EDITS_CHARACTERS_MAX) return
      kept.push(edit)
      characters += edit.length
    },
    apart,
    told: () => ({ object: only, change, details: detailsOf(kept, hashes) }),
  }
}

function eventOf(action: string, { object, before, after, change = null }: AuditRecord) {
  const edit = editText({ object, before, after })
  return { action, object, change, details: detailsOf([edit], [sha256(edit)]) }
}

function editText({ object, before, after }: AuditRecord): string {
  return JSON.stringify({ object, before: before ?? null, after: after ?? null })
}

/**
 * The details of an event. Where edits are left out, `sha256` is the hash of the hashes of all of them, sorted and joined
 * by line breaks. Each of these is the hash of an edit's JSON as it would be stored, so it can be recomputed from the
 * revisions.
 */
function detailsOf(kept: readonly string[], hashes: readonly string[]): string | null {
  if (hashes.length === 0) return null
  const rest =
    kept.length < hashes.length ? `,"sha256":"${sha256(hashes.toSorted().join('\n'))}"` : ''
  return `{"objects":${hashes.length},"edits":[${kept.join(',')}]${rest}}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
