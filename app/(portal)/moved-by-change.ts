// How many deployments a change began, and how many it ended: of a placement that changes it did both.
import { totalText } from '#components/list/total-text.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { read } from '#lib/http/portal/page.ts'
import { listHistoryUseCase } from '#lib/usecases/history/list.ts'

type Moved = { readonly began: Total; readonly ended: Total }

/** Of those that the visitor may see. */
export async function movedByChange(change: number): Promise<Moved> {
  const page = { at: null, after: null, limit: 0 }
  const all = await read(listHistoryUseCase, { ...page, filter: { change } })
  const began = await read(listHistoryUseCase, { ...page, filter: { change, begun: true } })
  const totalIsExact = all.totalIsExact && began.totalIsExact
  return { began, ended: { total: all.total - began.total, totalIsExact } }
}

export function movedText({ began, ended }: Moved): string {
  return `${totalText(began)} began, ${totalText(ended)} ended`
}
