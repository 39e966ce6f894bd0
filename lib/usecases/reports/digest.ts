// What tells two reports of a cluster apart, and two words about one application.
import { createHash } from 'node:crypto'
import { itemText } from '#lib/domain/observed/item-text.ts'
import type { ReceivedReport, ReportedItem } from '#lib/domain/observed/reported.ts'

/** A hash of all that a report says. */
export function reportDigest({ items, reconciler }: ReceivedReport): string {
  const hash = createHash('sha256').update(JSON.stringify(reconciler))
  for (const item of items) hash.update(itemText(item))
  return hash.digest('base64url')
}

export function itemDigest(item: ReportedItem): string {
  return createHash('sha256').update(itemText(item)).digest('base64url')
}

/** Of several applications, in this order. */
export function digestOfAll(items: readonly ReportedItem[]): string {
  const hash = createHash('sha256')
  for (const item of items) hash.update(itemText(item))
  return hash.digest('base64url')
}
