import {
  countPullRequests,
  listPullRequests,
  type PullRequestQuery,
} from '#db/queries/pull-request-lists.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { asked, defineRead } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { livedOn, readInhabitedBranches } from './lived-on.ts'
import { pullRequestJson } from './represent.ts'

export type ListPullRequestsInput = {
  readonly filter: Omit<PullRequestQuery, 'branches'> & {
    /** Only those into branches on which clusters of this environment are. */
    readonly environment: string | null
  }
  /** The branch of the last one of the page before. */
  readonly after: string | null
  readonly limit: number
}

export const listPullRequestsUseCase = defineRead<
  ListPullRequestsInput,
  PresentList<PullRequestJson, string>
>({
  name: 'pull-request.list',
  load: () => asked({ kind: 'pull-request', deployers: [] }),
  run: async (context, { filter: { environment, ...filter }, after, limit }) => {
    const { scope, actor } = context
    const inhabited = await readInhabitedBranches(context)
    const branches =
      environment === null
        ? null
        : [...inhabited].flatMap(([branch, on]) => (on.has(environment) ? [branch] : []))
    const query = { ...filter, branches }
    const page = await presentPage(
      limit,
      (rows) => listPullRequests(scope, query, { after, limit: rows }),
      ({ branch }) => branch,
    )
    const items = page.items.map((row) =>
      pullRequestJson(actor, row, livedOn(inhabited, row.branch)),
    )
    return { ...page, items, ...(await countPullRequests(scope, query)) }
  },
})
