// What a person should know about an application or a team that Argo CD won't handle as its author may expect.
import { sourceTypeOf } from '#lib/domain/objects/application/packaging.ts'
import { isFixed } from '#lib/domain/objects/application/revision.ts'
import { RELEASE_NAME_CHARACTERS_MAX } from '#lib/domain/objects/application/source-issues.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import { repoIsEntitled } from '#lib/domain/objects/repository.ts'
import { isExactVersion } from '#lib/domain/text/fixed-revision.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { releaseNameOf, renderWarnings } from './render-warnings.ts'

const NAMED_MAX = 5

/** The warnings of a team that is created or replaced, and all of its applications. */
export function teamWarnings(team: Team, applications: readonly Application[]): Warning[] {
  const outside = applications
    .filter(({ repoUrl }) => !repoIsEntitled(team, repoUrl))
    .map(({ name }) => name)
  if (outside.length === 0) return []
  const message = `Argo CD will refuse ${outside.length} of the team's applications, whose repositories are not in source_repos: ${outside.slice(0, NAMED_MAX).join(', ')}.`
  return [{ code: 'repositories_outside', message }]
}

/** The warnings of an application that is created or replaced; `before` null: nothing of it is deployed. */
export function applicationWarnings(before: Application | null, after: Application): Warning[] {
  return [
    ...longNameWarnings(after),
    ...versionRangeWarnings(after),
    ...floatingWarnings(after),
    ...(before === null ? [] : renderWarnings(before, after)),
  ]
}

function longNameWarnings(application: Application): Warning[] {
  const name = releaseNameOf(application)
  if (name === null || name.length <= RELEASE_NAME_CHARACTERS_MAX) return []
  const message = `"${name}" has ${name.length} characters; Helm refuses release names over ${RELEASE_NAME_CHARACTERS_MAX}, so a chart would not install.`
  return [{ code: 'name_long', message }]
}

/** Of a chart or an artifact whose revision may mean something else tomorrow, without a change here. */
function floatingWarnings(application: Application): Warning[] {
  const { repoBranch, packaging } = application
  if (sourceTypeOf(application) === 'git' || isFixed(application)) return []
  // A tag such as 1.2.3 is a version, which nobody moves in good faith.
  if (isExactVersion(repoBranch)) return []
  const what = packaging?.type === 'helm' ? 'a range of versions' : 'no version'
  const message = `${repoBranch} is ${what}: what it means can change without a change here, and only what clusters report tells what runs.`
  return [{ code: 'version_floats', message }]
}

const PART = String.raw`\.[0-9xX]+`
const PRERELEASE = String.raw`-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`
/** At least one of the parts is an x. A full version such as `v1.2` is no range: Argo CD looks for exactly that. */
const RANGE = String.raw`[xX](?:${PART}){0,2}|\d+\.[xX](?:${PART})?|\d+\.\d+\.[xX]`
const VERSION_RANGE = new RegExp(`^v?(?:${RANGE})(?:${PRERELEASE})?$`)

/**
 * Argo CD reads `1.x`, and even `x-ray`, as a range of versions, and then prefers the newest matching tag to a branch of
 * that name. These are all such names that a branch can have here: other ranges need characters that it can't have.
 *
 * https://github.com/argoproj/argo-cd/blob/0017d068/util/git/client.go `resolveSemverRevision`, as in
 * https://github.com/argoproj/argo-cd/blob/14705dbf/util/versions/tags.go `MaxVersion`; the ranges are those of
 * https://github.com/Masterminds/semver/blob/00300c46/constraints.go `NewConstraint`
 */
function versionRangeWarnings(application: Application): Warning[] {
  const { repoBranch } = application
  if (sourceTypeOf(application) !== 'git' || !VERSION_RANGE.test(repoBranch)) return []
  const message = `Argo CD takes repo_branch ${repoBranch} for a range of versions: where the repository has tags that fit it, the newest of them is deployed, and not the branch of this name.`
  return [{ code: 'branch_is_version_range', message }]
}
