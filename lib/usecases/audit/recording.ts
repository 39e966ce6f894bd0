// What a use case tells the audit while it runs, and what the audit keeps of that.

/** What became of one object. Tell it in the shape in which the API answers the object: that holds no secret. */
export type AuditRecord = {
  /** Such as `application/ieb/app1`. */
  readonly object: string
  /** Null: it was made. */
  readonly before?: unknown
  /** Null: it is gone. */
  readonly after?: unknown
  /** The change that did it. */
  readonly change?: number | null
}

/** Of an import the first are kept: the change has all. */
const EDITS_MAX = 100

/** An event's object, change and details. Several objects stand in the details alone. */
export function recorded(records: readonly AuditRecord[]) {
  const [first] = records
  const change = records.find((record) => typeof record.change === 'number')?.change ?? null
  const edits = records.filter(({ before, after }) => before !== undefined || after !== undefined)
  return {
    object: records.length === 1 ? first!.object : null,
    change,
    details: edits.length === 0 ? null : detailsOf(edits),
  }
}

function detailsOf(edits: readonly AuditRecord[]): string {
  const kept = edits.slice(0, EDITS_MAX)
  return JSON.stringify({
    objects: edits.length,
    edits: kept.map(({ object, before = null, after = null }) => ({ object, before, after })),
  })
}
