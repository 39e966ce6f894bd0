import type {
  Deployment,
  DeploymentPosition,
  DeploymentQuery,
} from '#db/queries/deployment-query.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { asked, defineRead } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'

type DeploymentFilter = Omit<DeploymentQuery, 'upTo' | 'teams'>

export type ListHistoryInput = {
  readonly at: Moment
  /** Absent filters exclude nothing; the newest deployment is first. */
  readonly filter: Partial<DeploymentFilter>
  readonly after: DeploymentPosition | null
  readonly limit: number
  /** For a page of an export, where the total isn't needed. */
  readonly isExport?: boolean
}

const everyDeployment: DeploymentFilter = {
  namespace: null,
  application: null,
  cluster: null,
  change: null,
  from: null,
  to: null,
  text: null,
  descending: true,
}

export type DeploymentList = Total & {
  readonly items: readonly Deployment[]
  readonly next: DeploymentPosition | null
  /** The change as of which this is read; a later page can be read `at` it. */
  readonly asOf: number
}

export const listHistoryUseCase = defineRead<ListHistoryInput, DeploymentList>({
  name: 'history.list',
  // Queries that no index answers: through all names, and back through all changes.
  isHeavy: ({ at, filter, isExport }) =>
    isExport === true || at !== null || (filter.text ?? null) !== null,
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, filter, after, limit, isExport }) => {
    const { scope, actor } = context
    const { change: upTo, asOf } = await readMoment(context, at)
    const query = { ...everyDeployment, ...filter, upTo, teams: readableTeams(actor) }
    const { rows, ...total } = await listDeployments(scope, query, {
      after,
      limit: limit + 1,
      isCounted: isExport !== true,
    })
    const items = rows.slice(0, limit)
    return {
      items,
      next: rows.length > limit ? items.at(-1)! : null,
      ...total,
      asOf,
    }
  },
})
