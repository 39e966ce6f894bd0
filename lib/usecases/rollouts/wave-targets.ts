// The targets of applications in what the waves of a rollout would do.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { targetsAmong } from '#lib/domain/fleet/targets.ts'
import { findTarget, lackOfTarget } from '#lib/domain/objects/application/target.ts'
import { repoPathOf } from '#lib/domain/releases/release.ts'
import { type Bits, countBits, isEmpty } from '#lib/domain/sets/bits.ts'
import { placedIn } from '#lib/domain/rollouts/members.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import type { Planned } from './plan.ts'

/** Of some of its clusters, how many have which target, with the directory that a rollout gives them; nothing, if none has one. */
export function targetsJson(
  fleet: Fleet,
  { rollout: { application, version }, source, targets }: Planned,
  clusters: Bits,
): Pick<RolloutPreviewJson['waves'][number], 'targets'> {
  const named = [...targetsAmong(fleet, application, clusters)].map(([target, having]) => ({
    name: target.name,
    clusters: countBits(having),
    repo_path: repoPathOf(target, { version, source, targets }),
  }))
  return named.length === 0 ? {} : { targets: named }
}

/**
 * Waves of targets that were planned without a cluster, because the application has no such target in the environment, or because no
 * policy gives it the target on a cluster there.
 */
export function noTargetWarnings(
  fleet: Fleet,
  { application: id, environment, waves }: Rollout,
): RolloutPreviewJson['warnings'] {
  const application = fleet.applications.slots[id]
  if (application === undefined) return []
  const given = new Set(
    [...targetsAmong(fleet, id, placedIn(fleet, id, environment)).keys()].map(({ name }) => name),
  )
  return waves.flatMap(({ name, planned, rule: { target } }) => {
    const isForNone = planned !== null && isEmpty(planned)
    if (!isForNone || target === null || given.has(target)) return []
    const why = findTarget(application, target, environment)
      ? `no policy gives it target ${target} on a cluster in ${environment}`
      : lackOfTarget(target, environment)
    const message = `Wave ${name} is skipped: it is for clusters with a target of ${application.name}, and ${why}.`
    return [{ code: 'no_target', message }]
  })
}
