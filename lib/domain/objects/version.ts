// A version: one commit, chart or artifact of an application, as a pipeline or a person announced it. It is a whole source, so that what an
// older one means doesn't change with the application.
import { isCommit } from '#lib/domain/text/commit.ts'
import { isDigest, isExactVersion } from '#lib/domain/text/fixed-revision.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { linkIssues } from '#lib/domain/text/link.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import type { SourceType } from './application/packaging.ts'
import { digestIssues } from './application/revision.ts'
import { repoPathIssues } from './repository.ts'
import { type VersionTargets, versionTargetsIssues } from './version-targets.ts'

/** How many versions an application may have. */
export const VERSIONS_MAX = 20_000

/** What is announced; what isn't said is null. */
export type Announcement = {
  /** The commit of the manifests that clusters run; of a chart its version, of an artifact its digest. */
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

/** Which version of an application is meant: by its number, by its name, by the first digits of its commit, or by that of a chart. */
export type VersionRef = {
  readonly number: number | null
  readonly name: string
  readonly digits: string | null
  /** The whole version of a chart. */
  readonly whole: string | null
}

/**
 * Every issue of an announcement by itself, with the API's field names in the paths: `bad_commit`, `version_name_format`,
 * `path_format`, `name_format`, `name_charset`, `too_many`, `link_format`.
 */
export function announcementIssues(announcement: Announcement): readonly Issue[] {
  const { commit, name, repoPath, url, sourceCommit } = announcement
  return [
    ...grammarIssues(commit, ['commit'], revisionFlaw),
    ...(name === null ? [] : versionNameIssues(name, ['name'])),
    ...(repoPath === null ? [] : repoPathIssues(repoPath, ['repo_path'])),
    ...versionTargetsIssues(announcement.targets),
    ...(url === null ? [] : linkIssues(url, ['url'])),
    ...(sourceCommit === null ? [] : grammarIssues(sourceCommit, ['source_commit'], commitFlaw)),
  ]
}

/**
 * Every issue of an announcement for the type of source that its application has: `bad_commit`, `version_format`, `digest_format` for
 * another sort of revision, and `source_field_not_allowed` for directories of a chart.
 */
export function announcedSourceIssues(
  { commit, repoPath, targets }: Announcement,
  type: SourceType,
): readonly Issue[] {
  switch (type) {
    case 'git':
      return grammarIssues(commit, ['commit'], commitFlaw)
    case 'oci':
      return digestIssues(commit, ['commit'])
    case 'helm':
      return [
        ...grammarIssues(commit, ['commit'], wholeVersionFlaw),
        ...(repoPath === null ? [] : [ofChart('repo_path')]),
        ...(Object.keys(targets).length === 0 ? [] : [ofChart('targets')]),
      ]
  }
}

function ofChart(field: string): Issue {
  const reason = 'A chart has no directories: leave the field out.'
  return { path: [field], code: 'source_field_not_allowed', reason }
}

/** The issues of the name of a version: `version_name_format`. */
export function versionNameIssues(name: string, path: Issue['path']): readonly Issue[] {
  return grammarIssues(name, path, nameFlaw)
}

/** What a path names: each of what it can be. */
export function versionRefOf(text: string): VersionRef {
  const digits = text.toLowerCase()
  return {
    number: /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
    name: text,
    digits: /^(?:sha256:)?[0-9a-f]{7,64}$/.test(digits) ? digits : null,
    whole: isExactVersion(text) ? text : null,
  }
}

function revisionFlaw(revision: string): Flaw | null {
  return isExactVersion(revision) || isDigest(revision) ? null : commitFlaw(revision)
}

function wholeVersionFlaw(version: string): Flaw | null {
  if (isExactVersion(version)) return null
  const reason = 'The version of a chart is announced whole, as 1.2.3: ranges move.'
  return { code: 'version_format', reason }
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
