// The targets of applications in what the waves of a rollout would do.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { targetsAmong } from '#lib/domain/fleet/targets.ts'
import { findTarget, lackOfTarget } from '#lib/domain/objects/application/target.ts'
import { repoPathOf } from '#lib/domain/releases/release.ts'
import { type Bits, countBits, isEmpty } from '#lib/domain/sets/bits.ts'
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

/** Waves of targets that the application doesn't have in the environment, so that they were planned without a cluster. */
export function noTargetWarnings(
  { applications }: Pick<Fleet, 'applications'>,
  { application: id, environment, waves }: Rollout,
): RolloutPreviewJson['warnings'] {
  const application = applications.slots[id]
  if (application === undefined) return []
  return waves.flatMap(({ name, planned, rule: { target } }) => {
    const isForNone = planned !== null && isEmpty(planned)
    if (!isForNone || target === null || findTarget(application, target, environment)) return []
    const why = lackOfTarget(target, environment)
    const message = `Wave ${name} is skipped: it is for clusters with a target of ${application.name}, and ${why}.`
    return [{ code: 'no_target', message }]
  })
}
