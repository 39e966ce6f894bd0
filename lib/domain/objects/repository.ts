// Which branch and directory of a repository an application may name, and which repositories a team may use. What is
// accepted here is safe as an argument of Git, as a path, and in an Argo CD manifest.
import { normaliseRepoUrl, repositoryIdentity } from '#lib/domain/addresses/repo-url.ts'
import { sourceUrlIssues } from '#lib/domain/addresses/source-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { codePointName, type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import type { Team } from './team/team.ts'

type Path = Issue['path']

const PATH_CHARACTERS_MAX = 4096
const SOURCE_REPOS_MAX = 500

/**
 * The issue of a branch's name, if any: `branch_charset` for a character outside ASCII, else `branch_format`. Narrower
 * than Git: letters, digits, `.`, `_`, `/` and `-`, 200 at most.
 *
 * https://github.com/git/git/blob/v2.39.5/Documentation/git-check-ref-format.txt
 */
export function repoBranchIssues(branch: string, path: Path): readonly Issue[] {
  return grammarIssues(branch, path, branchFlaw)
}

/** The issue of a directory in a repository, if any: `path_format`. The repository's root is `.`. */
export function repoPathIssues(repoPath: string, path: Path): readonly Issue[] {
  return grammarIssues(repoPath, path, (text) => {
    const reason = pathReason(text)
    return reason === null ? null : { code: 'path_format', reason }
  })
}

/** The issues of a team's list of repositories: exact addresses by the rule of `sourceUrlIssues`, 500 at most. */
export function sourceRepoIssues(sourceRepos: readonly string[]): readonly Issue[] {
  if (sourceRepos.length > SOURCE_REPOS_MAX) {
    const reason = `There are ${sourceRepos.length} repositories; at most ${SOURCE_REPOS_MAX} are allowed.`
    return [{ path: ['source_repos'], code: 'too_many', reason }]
  }
  return sourceRepos.flatMap((url, index) => sourceUrlIssues(url, ['source_repos', index]))
}

/**
 * Whether the team's applications may come from this repository: one of its list, or any when it has none. Addresses are
 * compared as Argo CD does.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go `IsSourcePermitted`
 */
export function repoIsEntitled(team: Pick<Team, 'sourceRepos'>, url: string): boolean {
  if (team.sourceRepos.length === 0) return true
  const normalised = normaliseRepoUrl(url)
  return team.sourceRepos.some((entry) => normaliseRepoUrl(entry) === normalised)
}

/**
 * Whether a team lists the repository, in any spelling: then a team whose empty list allows any repository may still not
 * use this one. `claimed` is what `claimedRepositories` gives for the team that lists it.
 */
export function repoIsClaimed(claimed: ReadonlySet<string>, url: string): boolean {
  return claimed.has(repositoryIdentity(url))
}

/** The repositories that a team lists, each in one spelling. */
export function claimedRepositories(team: Pick<Team, 'sourceRepos'>): ReadonlySet<string> {
  return new Set(team.sourceRepos.map(repositoryIdentity))
}

function branchFlaw(branch: string): Flaw | null {
  const foreign = /\P{ASCII}/u.exec(branch)
  if (foreign !== null) {
    return {
      code: 'branch_charset',
      reason: `The branch holds ${codePointName(foreign[0])}; only ASCII characters are allowed.`,
    }
  }
  const reason = branchReason(branch)
  return reason === null ? null : { code: 'branch_format', reason }
}

function branchReason(branch: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/.test(branch)) {
    return 'A branch is 1 to 200 letters, digits, ".", "_", "/" and "-", with a letter or digit first.'
  }
  if (branch === 'HEAD' || branch.startsWith('refs/')) {
    return 'Write the name of a branch, without "refs/heads/", and not HEAD.'
  }
  return /\.\.|\/\/|\/\.|[./]$|\.lock(?:\/|$)/.test(branch)
    ? 'A branch holds no "..", "//" or "/.", no part of it ends with ".lock", and it ends with neither "." nor "/".'
    : null
}

function pathReason(path: string): string | null {
  if (path === '.') return null
  if (path === '') return 'Write "." for the root of the repository.'
  if (path.length > PATH_CHARACTERS_MAX) {
    return `The path has ${path.length} characters; at most ${PATH_CHARACTERS_MAX} are allowed.`
  }
  if (path.startsWith('/'))
    return 'The path is relative to the repository: remove the "/" at its start.'
  if (path.endsWith('/')) return 'Remove the "/" at the end of the path.'
  return (
    path
      .split('/')
      .map(segmentReason)
      .find((reason) => reason !== null) ?? null
  )
}

function segmentReason(segment: string): string | null {
  if (segment === '') return 'The path holds "//".'
  if (segment === '.' || segment === '..') return 'The path holds "." or ".." as a part.'
  if (segment.toLowerCase() === '.git') return 'The path leads into .git.'
  return /^[A-Za-z0-9._@+=](?:[A-Za-z0-9._@+= -]*[A-Za-z0-9_@+=-])?$/.test(segment)
    ? null
    : 'Each part of a path holds letters, digits, "." "_" "@" "+" "=" "-" and inner spaces, and does not start with "-" or end with ".".'
}
