// What is wrong with where an application comes from.
import { repoUrlIssues } from '#lib/domain/addresses/repo-url.ts'
import { artifactUrlIssues, chartUrlIssues } from '#lib/domain/addresses/source-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { keysOfPointer, pointerIssues } from '#lib/domain/values/pointer.ts'
import { secretIssues } from '#lib/domain/values/secret-issues.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { repoBranchIssues, repoPathIssues } from '../repository.ts'
import type { Application } from './application.ts'
import { type HelmOptions, helmOptionsOf } from './packaging.ts'
import { chartVersionIssues, digestIssues, tagIssues } from './revision.ts'

/** https://github.com/helm/helm/blob/v3.19.0/pkg/chartutil/validate_name.go `maxReleaseNameLen` */
export const RELEASE_NAME_CHARACTERS_MAX = 53

/** Every issue of the fields that say where an application comes from; not whether its team may use that. */
export function sourceIssues(application: Application): readonly Issue[] {
  const options = helmOptionsOf(application.packaging)
  return [...placeIssues(application), ...(options === null ? [] : optionsIssues(options))]
}

function placeIssues({
  repoUrl,
  repoBranch: revision,
  repoPath,
  packaging,
  targets,
}: Application): readonly Issue[] {
  switch (packaging?.type) {
    case undefined:
    case 'git':
      return [
        ...repoUrlIssues(repoUrl, ['repo_url']),
        ...repoBranchIssues(revision, ['repo_branch']),
        ...repoPathIssues(repoPath, ['repo_path']),
      ]
    case 'helm':
      return [
        ...chartUrlIssues(repoUrl, ['repo_url']),
        ...chartNameIssues(packaging.chart),
        ...chartVersionIssues(revision, ['source', 'version']),
        ...(targets.length > 0 ? [TARGETS_OF_CHART] : []),
      ]
    case 'oci':
      return [
        ...artifactUrlIssues(repoUrl, ['repo_url']),
        // A tag holds no colon.
        ...(revision.includes(':')
          ? digestIssues(revision, ['source', 'digest'])
          : tagIssues(revision, ['source', 'version'])),
        ...repoPathIssues(repoPath, ['repo_path']),
      ]
  }
}

const TARGETS_OF_CHART: Issue = {
  path: ['targets'],
  code: 'source_field_not_allowed',
  reason: 'A chart has no directories, so an application of one has no targets: leave them out.',
}

function chartNameIssues(chart: string): readonly Issue[] {
  return grammarIssues(chart, ['source', 'chart'], (text) =>
    CHART_NAME.test(text) ? null : CHART_NAME_FLAW,
  )
}

/** https://github.com/helm/helm/blob/v3.19.0/pkg/chartutil/create.go `chartName`, with a letter or digit first. */
const CHART_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,249}$/

const CHART_NAME_FLAW: Flaw = {
  code: 'chart_format',
  reason:
    'The name of a chart is 1 to 250 letters, digits, ".", "_" and "-", with a letter or digit first.',
}

function optionsIssues({ releaseName, values, configUnder }: HelmOptions): readonly Issue[] {
  return [
    ...(releaseName === null ? [] : releaseNameIssues(releaseName)),
    ...secretIssues(values, ['source', 'values']),
    ...(configUnder === null ? [] : configUnderIssues(configUnder, values)),
  ]
}

function configUnderIssues(pointer: string, values: Values): readonly Issue[] {
  const path = ['source', 'config_under']
  const issues = pointerIssues(pointer, path)
  if (issues.length > 0 || hasRoomAt(values, keysOfPointer(pointer))) return issues
  const reason = 'The values of the application have something there that is no object.'
  return [{ path, code: 'config_under_taken', reason }]
}

/** Whether nothing but objects is on the way there, and there. */
function hasRoomAt(value: Value, [key, ...within]: readonly string[]): boolean {
  if (typeof value !== 'object' || Array.isArray(value)) return false
  const member = Object.entries(value).find(([name]) => name === key)?.[1]
  return member === undefined || hasRoomAt(member, within)
}

function releaseNameIssues(releaseName: string): readonly Issue[] {
  return grammarIssues(releaseName, ['source', 'release_name'], (text) =>
    text.length <= RELEASE_NAME_CHARACTERS_MAX && RELEASE_NAME.test(text)
      ? null
      : RELEASE_NAME_FLAW,
  )
}

/** https://github.com/helm/helm/blob/v3.19.0/pkg/chartutil/validate_name.go `ValidateReleaseName` */
const RELEASE_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

const RELEASE_NAME_FLAW: Flaw = {
  code: 'release_name_format',
  reason: `The name of a release is 1 to ${RELEASE_NAME_CHARACTERS_MAX} lower-case letters, digits, "-" and ".", with a letter or digit at both ends of each part.`,
}
