// The sources of metrics whose answers stand on the first page.
import { listObjects } from '#db/queries/objects.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { asked, defineRead } from '../define.ts'
import { storedObject } from '../objects/stored-object.ts'

export type ShownSource = { readonly name: string; readonly metrics: readonly string[] }

const SOURCES_MAX = 5
const METRICS_MAX = 12

/** The first ones by their names, with as many of their metrics as fit on a page. */
export const readSourcesUseCase = defineRead<null, readonly ShownSource[]>({
  name: 'dashboard.sources',
  load: () => asked({ kind: 'metric-source' }),
  run: async ({ scope }) => {
    const query = {
      kind: 'metric-source',
      change: null,
      selector: null,
      text: null,
      teams: null,
      sort: BY_NAME,
    } as const
    const { rows } = await listObjects(scope, query, { after: null, limit: SOURCES_MAX })
    let left = METRICS_MAX
    return rows.flatMap(({ name, body }) => {
      const { queries } = storedObject('metric-source', body)
      const metrics = queries.slice(0, left).map(({ metric }) => metric)
      left -= metrics.length
      return metrics.length === 0 ? [] : [{ name, metrics }]
    })
  },
})
