// Warnings about applications that follow versions: what an edit of them doesn't do, and where nothing can be released.
import { isSamePackaging, sourceTypeOf } from '#lib/domain/objects/application/packaging.ts'
import { isFixed } from '#lib/domain/objects/application/revision.ts'
import { findTarget } from '#lib/domain/objects/application/target.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { isHold, isSameSource, type Release } from '#lib/domain/releases/release.ts'
import { type Bits, countCommon, idsIn, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import type { Impact } from './impact.ts'

/** Of another source or other directories of targets, which no cluster gets by this edit. */
export function nextVersionWarnings(before: Application | null, after: Application): Warning[] {
  if (before === null || after.follow !== 'versions') return []
  const later = [
    ...(isSameSource(before, after) ? [] : [`its new ${whatIsNew(before, after)} takes effect`]),
    ...(hasNewDirectories(before, after) ? ['new directories of its targets take effect'] : []),
  ]
  if (later.length === 0) return []
  const message = `${after.name} follows versions, so its clusters keep what they have: ${later.join(', and ')} with the next version.`
  return [{ code: 'takes_effect_with_next_version', message }]
}

function whatIsNew(before: Application, after: Application): string {
  if (!isSamePackaging(before.packaging, after.packaging)) return 'source'
  switch (sourceTypeOf(after)) {
    case 'git':
      return 'repository, branch or path'
    case 'helm':
      return 'repository or version'
    case 'oci':
      return 'repository, version or digest, or path'
  }
}

function hasNewDirectories(before: Application, { targets }: Application): boolean {
  return targets.some(
    ({ name, environment, repoPath }) =>
      findTarget(before, name, environment)?.repoPath !== repoPath,
  )
}

/** Of one that turns to versions where it runs: what it has there is its branch, range or tag, which moves on. */
export function stillBranchWarnings(
  before: Application | null,
  after: Application,
  placed: Bits,
): Warning[] {
  const isTurned = before?.follow === 'branch' && after.follow === 'versions'
  if (!isTurned || isEmpty(placed) || isFixed(before)) return []
  const each = sourceTypeOf(before) === 'git' ? 'commit' : 'version'
  const message = `Nothing is pinned by this: in each environment ${after.name} keeps following ${before.repoBranch} until its first rollout there, and each ${each} still reaches its clusters.`
  return [{ code: 'follows_branch_until_rollout', message }]
}

/** Of holds that end with an edit of something else. `edits` are those of the impact. */
export function holdEndWarnings(impact: Impact, edits: readonly Edit[]): Warning[] {
  if (edits.every(({ kind }) => kind === 'release')) return []
  const ended = new Set(
    edits.flatMap((edit) => (edit.kind === 'release' && edit.after === null ? [edit.id] : [])),
  )
  if (ended.size === 0) return []
  const holds = impact.before.releases.flatMap((held) =>
    (held ?? []).flatMap(({ id, object }) => (ended.has(id) && isHold(object) ? [object] : [])),
  )
  return holds.map((hold) => ({ code: 'hold_ends', message: endOf(impact, hold) }))
}

function endOf({ before }: Impact, { application: id, clusters, hold }: Release): string {
  const { team, name } = before.applications.slots[id]!
  const [cluster = -1] = idsIn(clusters ?? NO_BITS)
  const until = minuteText(new Date(hold?.until ?? 0))
  return `${before.clusters.slots[cluster]?.name} holds its version of ${team}/${name} until ${until}: the hold ends with this edit.`
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
