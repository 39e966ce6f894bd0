import { z } from 'zod'
import { HEALTH_STATUSES, SYNC_STATUSES } from '#lib/domain/observed/reported.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { foreignList } from '#lib/lists/foreign-applications.ts'

const foreignSchema = z
  .strictObject({
    namespace: z.string(),
    name: z.string(),
    sync: z.enum(SYNC_STATUSES).nullable(),
    health: z.enum(HEALTH_STATUSES).nullable(),
    revision: z
      .string()
      .nullable()
      .meta({ description: 'The commit of its source that it was compared with.' }),
    since: z.iso.datetime().meta({ description: 'Since when the cluster says so.' }),
  })
  .meta({ id: 'ForeignApplication' })

export const listForeignApplications = listOperation(foreignList, {
  id: 'listForeignApplications',
  path: '/clusters/{name}/foreign-applications',
  tag: 'clusters',
  summary: 'List the Applications of the cluster that Berth didn’t make',
  item: foreignSchema,
  json: ({ since, ...row }) => ({ ...row, since: since.toISOString() }),
  columns: {
    namespace: ({ namespace }) => namespace,
    name: ({ name }) => name,
    sync: ({ sync }) => sync,
    health: ({ health }) => health,
    revision: ({ revision }) => revision,
    since: ({ since }) => since,
  },
})
