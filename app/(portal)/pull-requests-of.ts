import { mayRead } from '#lib/http/portal/form-pages.ts'
import { read } from '#lib/http/portal/page.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { listPullRequestsUseCase } from '#lib/usecases/pull-requests/list.ts'

type Of = {
  /** The one into this branch. */
  readonly branch?: string
  /** Those into branches of its clusters. */
  readonly environment?: string
  /** Those that it waits in. */
  readonly change?: number
}

/** There are no more branches into which people merge. */
const LIMIT = 50

/** The pull requests that are open or that something waits in; none for who may not see them. */
export async function readPullRequestsOf(of: Of): Promise<readonly PullRequestJson[]> {
  if (!(await mayRead({ kind: 'pull-request', deployers: [] }))) return []
  const { branch = null, environment = null, change = null } = of
  const filter = { branch, environment, change, state: null }
  const { items } = await read(listPullRequestsUseCase, { filter, after: null, limit: LIMIT })
  return items
}

export async function readPullRequestInto(branch: string): Promise<PullRequestJson | null> {
  return (await readPullRequestsOf({ branch })).at(0) ?? null
}

export const byBranch = (pulls: readonly PullRequestJson[]) =>
  new Map(pulls.map((pull) => [pull.branch, pull]))
