import type { Services } from '../services.ts'
import { readsGitWithoutToken } from '../tokens/demo-reader.ts'
import type { RepositoryPlace } from './tenant-repository.ts'

/** Whose token Git asks for. */
export type GitTokenOf = 'berth' | 'git-host' | 'nobody'

export function gitTokenOf(
  services: Services,
  { repoUrl }: Pick<RepositoryPlace, 'repoUrl'>,
): GitTokenOf {
  if (repoUrl !== null) return 'git-host'
  return readsGitWithoutToken(services) ? 'nobody' : 'berth'
}
