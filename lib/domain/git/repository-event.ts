// What the host of a tenant's repository tells of it: a reason to look at branches again, and nothing that is believed.
import { repositoryIdentity } from '#lib/domain/addresses/repo-url.ts'
import { PROPOSED_BRANCHES_MAX } from './branch-modes.ts'

export type RepositoryEvent = {
  /** By which addresses the repository is reached, as its host says. */
  readonly addresses: readonly string[]
  /** Which branches were pushed, or are merged into; null: it doesn’t say, so it may be any. */
  readonly branches: readonly string[] | null
}

const BRANCH = 'refs/heads/'

/** The branches among refs by their full names: neither tags nor notes. */
export function branchesOf(refs: readonly string[]): readonly string[] {
  return refs.filter((ref) => ref.startsWith(BRANCH)).map((ref) => ref.slice(BRANCH.length))
}

/** Which branches are to be looked at for an event; null: all. No branch has a control character in its name. */
export function branchesToLookAt({ branches }: RepositoryEvent): readonly string[] | null {
  if (branches === null || branches.length > PROPOSED_BRANCHES_MAX) return null
  return branches.filter((branch) => /^\P{Cc}+$/u.test(branch))
}

/**
 * Whether an event is of the repository with one of these addresses. What the host is called in them doesn’t matter, because Berth
 * may reach it by a name that the host doesn’t have for itself, and who has the secret of a hook is no stranger.
 */
export function isOfRepository(event: RepositoryEvent, addresses: readonly string[]): boolean {
  const paths = new Set(addresses.map(pathOf))
  return event.addresses.map(pathOf).some((path) => path !== '' && paths.has(path))
}

/** From `repositoryIdentity`; an address that only a test has may begin with its scheme. Azure DevOps has two names for each organization. */
function pathOf(address: string): string {
  const [, path = ''] = /^(?:[a-z]+:\/\/)?[^/]*(\/.*)$/.exec(repositoryIdentity(address)) ?? []
  return path.replace(/\.git$/, '').replace(/^.*(\/[^/]+\/_git\/)/, '$1')
}
