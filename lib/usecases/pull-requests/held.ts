import { countHeldBranches } from '#db/queries/pull-request-lists.ts'
import { asked, defineRead } from '../define.ts'

/** Of how many branches changes wait for somebody to decide, as their pull request was closed, for the banner of every page. */
export const countHeldByPullRequestUseCase = defineRead<null, number>({
  name: 'pull-request.held',
  load: () => asked({ kind: 'pull-request', deployers: [] }),
  run: ({ scope }) => countHeldBranches(scope),
})
