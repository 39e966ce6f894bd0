import { createHash } from 'node:crypto'
import {
  type BranchComparison,
  type GitState,
  readComparisons,
  readGitState,
} from '#db/queries/git-state.ts'
import {
  countPresentPullRequests,
  type PresentPullRequests,
} from '#db/queries/pull-request-lists.ts'
import type { GitStateJson } from '#lib/schemas/git-state.ts'
import { asked, type Context, defineRead } from '../define.ts'

export const readGitStateUseCase = defineRead<null, GitStateJson>({
  name: 'git-state.read',
  load: () => asked({ kind: 'settings' }),
  run: (context) => answerGitState(context),
})

export async function answerGitState({ scope }: Context): Promise<GitStateJson> {
  const state = await readGitState(scope)
  const comparisons = await readComparisons(scope)
  return gitStateJson(state, comparisons, await countPresentPullRequests(scope))
}

export function gitStateJson(
  state: GitState,
  comparisons: readonly BranchComparison[],
  pullRequests: PresentPullRequests,
): GitStateJson {
  const { stop, generation, lastChange, highest, comparedAt, checkedAt, fault } = state
  return {
    state: stop?.code ?? 'in_step',
    reason: stop?.reason ?? null,
    since: stop?.since.toISOString() ?? null,
    generation,
    last_change: lastChange,
    check: checkedAt && { at: checkedAt.toISOString(), fault },
    pull_requests: pullRequests,
    comparison:
      stop === null || comparedAt === null
        ? null
        : {
            digest: digestOf(state, comparisons),
            at: comparedAt.toISOString(),
            highest_change: highest,
            files: filesOf(comparisons),
            branches: comparisons.map(branchJson),
          },
  }
}

export function filesOf(comparisons: readonly BranchComparison[]) {
  const sum = (effect: 'added' | 'removed' | 'modified') =>
    comparisons.reduce((total, comparison) => total + comparison[effect], 0)
  return { added: sum('added'), removed: sum('removed'), modified: sum('modified') }
}

function branchJson({ clustersTotal, clusters, ...comparison }: BranchComparison) {
  return { ...comparison, clusters: [...clusters], clusters_total: clustersTotal }
}

/** The digest of everything that an admin sees before deciding. */
export function digestOf(
  { lastChange, highest, generation }: Pick<GitState, 'lastChange' | 'highest' | 'generation'>,
  comparisons: readonly BranchComparison[],
): string {
  const seen = comparisons.map(({ branch, tip, added, removed, modified }) => [
    branch,
    tip,
    added,
    removed,
    modified,
  ])
  const text = JSON.stringify([lastChange, highest, generation, seen])
  return createHash('sha256').update(text).digest('hex')
}

/** For the banner of every page: what is wrong between Git and the database; null: nothing. */
export const readGitStopUseCase = defineRead<null, string | null>({
  name: 'git-state.stop',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope }) => (await readGitState(scope)).stop?.reason ?? null,
})
