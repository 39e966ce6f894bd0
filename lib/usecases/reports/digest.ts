// What tells two reports of a cluster apart, and two words about one application.
import { hash } from 'node:crypto'
import { itemText } from '#lib/domain/observed/item-text.ts'
import type { ReceivedReport, ReportedItem } from '#lib/domain/observed/reported.ts'

/** Hashes of a report: of all that it says, and of each of its items. */
export type ReportDigests = {
  readonly whole: string
  readonly items: ReadonlyMap<ReportedItem, string>
}

export function reportDigests({ items, reconciler }: ReceivedReport): ReportDigests {
  const each = new Map(items.map((item) => [item, itemDigest(item)]))
  return { whole: digestOf([JSON.stringify(reconciler), ...each.values()]), items: each }
}

export function itemDigest(item: ReportedItem): string {
  return digestOf([itemText(item)])
}

/** Of several texts, in this order. */
export function digestOf(texts: readonly string[]): string {
  return hash('sha256', texts.join(''), 'base64url')
}
