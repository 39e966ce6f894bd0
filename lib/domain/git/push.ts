// What a Git host tells of a push, and which applications it brings a commit to.
import { repositoryIdentity } from '#lib/domain/addresses/repo-url.ts'
import { sourceTypeOf } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'

export const GIT_HOSTS = ['github', 'gitlab', 'azure-devops', 'gitea'] as const
export type GitHost = (typeof GIT_HOSTS)[number]

export type Push = {
  /** By which addresses the repository is reached, as its host says. */
  readonly addresses: readonly string[]
  /** What was pushed, by its full name, and the commit that it is at; nothing but zeros: it was deleted. */
  readonly refs: readonly { readonly ref: string; readonly commit: string }[]
}

type Known = { readonly id: number; readonly object: Application }

/** An application, and the commit that its branch is at. */
export type Follower = Known & { readonly commit: string }

const BRANCH = 'refs/heads/'

/**
 * Those of the applications that follow versions from a branch of Git that was pushed, whatever way they reach its repository, each with
 * the head of the branch. Tags, and branches that were deleted, are nobody's.
 */
export function followersOf(push: Push, applications: readonly Known[]): readonly Follower[] {
  const repositories = new Set(push.addresses.map(repositoryIdentity))
  const heads = headsOf(push)
  return applications.flatMap(({ id, object }) => {
    const commit = heads.get(object.repoBranch)
    const isFollower =
      object.follow === 'versions' &&
      sourceTypeOf(object) === 'git' &&
      repositories.has(repositoryIdentity(object.repoUrl))
    return commit !== undefined && isFollower ? [{ id, object, commit }] : []
  })
}

function headsOf({ refs }: Push): ReadonlyMap<string, string> {
  return new Map(
    refs
      .filter(({ ref, commit }) => ref.startsWith(BRANCH) && !/^0+$/.test(commit))
      .map(({ ref, commit }) => [ref.slice(BRANCH.length), commit]),
  )
}
