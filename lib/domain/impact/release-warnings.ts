// Warnings about applications that follow versions: what an edit of them doesn't do, and where nothing can be released.
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { isSameSource } from '#lib/domain/releases/release.ts'
import { countCommon, NO_BITS } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Impact } from './impact.ts'

/** Of another source, which no cluster gets by this edit. */
export function nextVersionWarnings(before: Application | null, after: Application): Warning[] {
  if (before === null || after.follow !== 'versions' || isSameSource(before, after)) return []
  const message = `${after.name} follows versions, so its clusters keep what they have: its new repository, branch or path takes effect with the next version.`
  return [{ code: 'takes_effect_with_next_version', message }]
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
