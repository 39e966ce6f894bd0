import { changeAt } from '#db/queries/changes.ts'
import {
  countDeployments,
  type Deployment,
  type DeploymentCursor,
  type DeploymentQuery,
  listDeployments,
} from '#db/queries/deployments.ts'
import { readableTeams } from '#lib/domain/permissions.ts'
import { defineUseCase } from '../define.ts'
import { asRead } from '../objects/noun.ts'

export type { DeploymentCursor }

export type ListHistoryInput = {
  readonly at: Date | null
  readonly filter: Omit<DeploymentQuery, 'upTo' | 'teams'>
  readonly after: DeploymentCursor | null
  readonly limit: number
}

export type DeploymentList = {
  readonly items: readonly Deployment[]
  readonly next: DeploymentCursor | null
  readonly total: number
}

export const listHistoryUseCase = defineUseCase<ListHistoryInput, DeploymentList>({
  name: 'history.list',
  read: asRead,
  permission: 'read',
  resource: () => ({ kind: 'tenant' }),
  run: async ({ scope, actor }, { at, filter, after, limit }) => {
    const upTo = at && (await changeAt(scope, at))
    const query = { ...filter, upTo, teams: readableTeams(actor) }
    const rows = await listDeployments(scope, query, { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    return {
      items,
      next: rows.length > limit ? items.at(-1)! : null,
      total: await countDeployments(scope, query),
    }
  },
})
