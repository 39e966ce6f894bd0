// What a cluster's reconciler runs that Berth didn't make.
import {
  countForeign,
  type ForeignApplication,
  type ForeignPosition,
  listForeign,
} from '#db/queries/foreign-applications.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { defineRead } from '../define.ts'

export type ListForeignInput = {
  readonly cluster: string
  readonly text: string | null
  readonly after: ForeignPosition | null
  readonly limit: number
}

export type ForeignList = Total & {
  readonly items: readonly ForeignApplication[]
  readonly next: ForeignPosition | null
}

export const listForeignUseCase = defineRead<
  ListForeignInput,
  ForeignList,
  ListForeignInput,
  Identified<Cluster>
>({
  name: 'clusters.foreign',
  load: async ({ fleet }, { cluster }) => {
    const found = findByName((await fleet()).clusters, cluster)
    return found && { resource: { kind: 'foreign-application' }, found }
  },
  run: async ({ scope }, { text, after, limit }, { id: cluster }) => {
    const query = { cluster, text }
    const rows = await listForeign(scope, query, { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    return {
      items,
      next: rows.length > limit ? items.at(-1)! : null,
      ...(await countForeign(scope, query)),
    }
  },
})
