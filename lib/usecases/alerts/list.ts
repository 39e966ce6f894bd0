// The alerts that fired: those that still do, and what is over.
import {
  type AlertPosition,
  type AlertQuery,
  type AlertRow,
  listAlerts,
} from '#db/queries/alerts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, defineRead } from '../define.ts'

export type ListAlertsInput = {
  readonly filter: Omit<AlertQuery, 'teams'>
  readonly after: AlertPosition | null
  readonly limit: number
}

export type Alert = AlertRow

export type AlertList = Total & {
  readonly items: readonly Alert[]
  readonly next: AlertPosition | null
}

/** A rule of the platform names applications of every team, so its alerts are for those who may read them all. */
export const listAlertsUseCase = defineRead<ListAlertsInput, AlertList>({
  name: 'alerts.list',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor }, { filter, after, limit }) => {
    const query = { ...filter, teams: readableTeams(actor) }
    const { rows, ...total } = await listAlerts(scope, query, { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const next = rows.length > limit && last ? { at: last.firedAt!.getTime(), id: last.id } : null
    return { items, next, ...total }
  },
})
