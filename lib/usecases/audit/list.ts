import {
  type AuditQuery,
  countAuditEvents,
  listAuditEvents,
  newestAuditEvent,
} from '#db/queries/audit-lists.ts'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, defineRead } from '../define.ts'
import { type Moment, momentOfModel } from '../moment.ts'

type AuditFilter = Omit<AuditQuery, 'upTo'>

export type ListAuditInput = {
  /** Up to an instant, or up to the event that `asOf` of an earlier page named; null: now. */
  readonly at: Moment
  readonly filter: AuditFilter
  /** The last event of the page before; null: this is the first. */
  readonly before: number | null
  readonly limit: number
}

export type AuditList = Total & {
  readonly items: readonly HashedEvent[]
  readonly next: number | null
  /** The newest event of the list; a later page can be read `at` it. */
  readonly asOf: number
}

export const listAuditUseCase = defineRead<ListAuditInput, AuditList>({
  name: 'audit.list',
  load: () => asked({ kind: 'audit' }),
  run: async ({ scope }, { at, filter, before, limit }) => {
    const upTo = momentOfModel(at)
    const query = { ...filter, upTo }
    const rows = await listAuditEvents(scope, query, { before, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const next = rows.length > limit ? items.at(-1)!.id : null
    return {
      items,
      next,
      ...(await countAuditEvents(scope, query)),
      asOf: await newestAuditEvent(scope, upTo),
    }
  },
})
