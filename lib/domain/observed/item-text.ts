// A text that says whether two words about an application are the same.
import type { ReportedItem } from './reported.ts'

/**
 * All that a word says of an application, but for when it was looked at again: that changes every few minutes although nothing
 * else does. Two words have one text exactly if they say the same. It is hashed for each item of each report, so it is made
 * fast: dates as numbers, and no names of fields.
 */
export function itemText(item: ReportedItem): string {
  return JSON.stringify([
    item.namespace,
    item.name,
    item.isTracked,
    item.targetRevision,
    item.revision,
    item.sync,
    item.health,
    item.phase,
    item.message,
    item.startedAt?.getTime(),
    item.finishedAt?.getTime(),
    item.deleting,
    item.images,
    item.conditions.map(({ type, message }) => [type, message]),
    item.history.map((entry) => [
      entry.id,
      entry.revision,
      entry.deployedAt.getTime(),
      entry.deployStartedAt?.getTime(),
      entry.initiatedBy,
    ]),
  ])
}
