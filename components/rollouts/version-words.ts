import { isDigest, isExactVersion } from '#lib/domain/text/fixed-revision.ts'
import { shortRevision } from '#lib/domain/text/short-revision.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'

/** How people call a version; `the branch`: what an application had before it followed versions. */
export function versionWords(
  version: { readonly number: number; readonly name: string | null } | null,
): string {
  if (version === null) return 'the branch'
  return version.name ?? `version ${version.number}`
}

type Previewed = Pick<RolloutPreviewJson, 'version' | 'revision'>

/** What clusters get; of a branch, which. */
export function revisionWords({ version, revision }: Previewed): string {
  if (version !== null) return versionWords(version)
  return isExactVersion(revision) || isDigest(revision)
    ? shortRevision(revision)
    : `the branch ${revision}`
}

const SHOWN = 3

/** What the clusters of some waves have, most of them first. */
export function haveWords(
  waves: readonly Pick<RolloutPreviewJson['waves'][number], 'from'>[],
): string {
  const had = [
    ...new Set(waves.flatMap(({ from }) => from.map(({ version }) => versionWords(version)))),
  ]
  if (had.length === 0) return 'Nothing'
  const more = had.length - SHOWN
  return [...had.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
