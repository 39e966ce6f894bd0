// A version: one commit of an application, as a pipeline or a person announced it. It is a whole source, so that what an
// older one means doesn't change with the application.
import { isCommit } from '#lib/domain/text/commit.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { linkIssues } from '#lib/domain/text/link.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { repoPathIssues } from './repository.ts'
import { type VersionTargets, versionTargetsIssues } from './version-targets.ts'

/** How many versions an application may have. */
export const VERSIONS_MAX = 20_000

/** What is announced; what isn't said is null. */
export type Announcement = {
  /** The commit of the manifests that clusters run. */
  readonly commit: string
  readonly name: string | null
  /** Null: the application's. */
  readonly repoPath: string | null
  /** Those of other targets are the application's. */
  readonly targets: VersionTargets
  /** Where the pipeline shows its run. */
  readonly url: string | null
  readonly builtAt: Date | null
  /** The commit of the source code that was built. */
  readonly sourceCommit: string | null
}

/** Which version of an application is meant: by its number, by its name, or by the first digits of its commit. */
export type VersionRef = {
  readonly number: number | null
  readonly name: string
  readonly digits: string | null
}

/**
 * Every issue of an announcement, with the API's field names in the paths: `bad_commit`, `version_name_format`, `path_format`,
 * `name_format`, `name_charset`, `too_many`, `link_format`.
 */
export function announcementIssues(announcement: Announcement): readonly Issue[] {
  const { commit, name, repoPath, url, sourceCommit } = announcement
  return [
    ...grammarIssues(commit, ['commit'], commitFlaw),
    ...(name === null ? [] : versionNameIssues(name, ['name'])),
    ...(repoPath === null ? [] : repoPathIssues(repoPath, ['repo_path'])),
    ...versionTargetsIssues(announcement.targets),
    ...(url === null ? [] : linkIssues(url, ['url'])),
    ...(sourceCommit === null ? [] : grammarIssues(sourceCommit, ['source_commit'], commitFlaw)),
  ]
}

/** The issues of the name of a version: `version_name_format`. */
export function versionNameIssues(name: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(name, path, nameFlaw)
}

/** What a path names: each of the three that it can be. */
export function versionRefOf(text: string): VersionRef {
  const digits = text.toLowerCase()
  return {
    number: /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
    name: text,
    digits: /^[0-9a-f]{7,64}$/.test(digits) ? digits : null,
  }
}

function commitFlaw(commit: string): Flaw | null {
  if (isCommit(commit)) return null
  const reason = 'A commit is all of its 40 or 64 digits, in lower case: tags and branches move.'
  return { code: 'bad_commit', reason }
}

function nameFlaw(name: string): Flaw | null {
  if (/^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$/.test(name)) return null
  const reason =
    'The name of a version is 1 to 128 letters, digits, ".", "_", "+" and "-", with a letter or digit first.'
  return { code: 'version_name_format', reason }
}
