// What reports are made of: the lists, read page by page with what a report asks of them.
import type { z } from 'zod'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import type { Moment } from '#lib/usecases/moment.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { Session } from '#lib/usecases/session.ts'
import { auditList, auditRows } from './audit.ts'
import { changeList, changeRows } from './changes.ts'
import { csvHead, csvRows } from './csv.ts'
import { deploymentList, deploymentRows } from './deployments.ts'
import { everyPage, type List, type RowForms, type Window } from './list.ts'
import { objectList, objectRows } from './objects.ts'
import { placementList, placementRows } from './placements.ts'
import { jsonRows } from './row-formats.ts'

/** Who asks what of a list. */
type ReportQuestion = {
  readonly services: Services
  readonly session: Session
  /** As in the address of the list, checked. */
  readonly query: string
  readonly at: Moment
  /** Reads a page when it is its turn. */
  readonly reading: <T>(read: () => Promise<T>) => Promise<T>
  /** Comes before each page but the first; what it throws ends the report. */
  readonly beforeNext: () => Promise<void>
}

export type ReportPage = { readonly rows: number; readonly texts: AsyncIterable<string> }

type Source = {
  readonly csvHead: string
  readonly pages: (question: ReportQuestion, format: 'csv' | 'json') => AsyncGenerator<ReportPage>
}

export const reportSources: Readonly<Record<ReportList, Source>> = {
  placements: sourceOf(placementList, placementRows),
  clusters: sourceOf(objectList('cluster'), objectRows('cluster')),
  applications: sourceOf(objectList('application'), objectRows('application')),
  history: sourceOf(deploymentList, deploymentRows),
  changes: sourceOf(changeList, changeRows),
  audit: sourceOf(auditList, auditRows),
}

function sourceOf<Parameters extends z.ZodObject, Raw, Item, Position>(
  { parameters, useCase, input }: List<Parameters, Raw, Item, Position>,
  forms: RowForms<Item>,
): Source {
  return {
    csvHead: csvHead(forms.columns),
    async *pages({ services, session, query, at, reading, beforeNext }, format) {
      const asked = parameters.parse(Object.fromEntries(new URLSearchParams(query)))
      const load = (window: Window<Position>) =>
        reading(() => useCase.invoke(services, session, input(asked, window, {})))
      let isFirst = true
      for await (const items of everyPage(load, at, forms, beforeNext)) {
        const texts =
          format === 'csv' ? csvRows(forms.columns, items) : jsonRows(forms, items, isFirst)
        yield { rows: items.length, texts }
        isFirst &&= items.length === 0
      }
    },
  }
}
