// Warnings about applications that follow versions: what an edit of them doesn't do, and where nothing can be released.
import { findTarget } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { isSameSource } from '#lib/domain/releases/release.ts'
import { countCommon, NO_BITS } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Impact } from './impact.ts'

/** Of another source or other directories of targets, which no cluster gets by this edit. */
export function nextVersionWarnings(before: Application | null, after: Application): Warning[] {
  if (before === null || after.follow !== 'versions') return []
  const later = [
    ...(isSameSource(before, after) ? [] : ['its new repository, branch or path takes effect']),
    ...(hasNewDirectories(before, after) ? ['new directories of its targets take effect'] : []),
  ]
  if (later.length === 0) return []
  const message = `${after.name} follows versions, so its clusters keep what they have: ${later.join(', and ')} with the next version.`
  return [{ code: 'takes_effect_with_next_version', message }]
}

function hasNewDirectories(before: Application, { targets }: Application): boolean {
  return targets.some(
    ({ name, environment, repoPath }) =>
      findTarget(before, name, environment)?.repoPath !== repoPath,
  )
}

/** Of placements without a version on clusters that are in no environment, where no rollout gives them one. */
export function noEnvironmentWarnings({ applications, after }: Impact): Warning[] {
  const nowhere = after.clustersByEnvironment.get('') ?? NO_BITS
  const counts = applications
    .filter((each) => each.after?.follow === 'versions')
    .map(({ unreleased }) => countCommon(unreleased, nowhere))
  const waiting = counts.filter((count) => count > 0)
  if (waiting.length === 0) return []
  const total = waiting.reduce((sum, count) => sum + count, 0)
  const message = `Nothing is delivered to ${counted(total, 'placement')} of ${counted(waiting.length, 'application')} that follow versions: a version is released in an environment, and the clusters name none.`
  return [{ code: 'no_environment', message }]
}
