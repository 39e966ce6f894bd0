// A warning that other applications need a newer version than the one that a rollout gives.
import { findNumbersByName } from '#db/queries/versions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { dependentsOf } from '#lib/domain/dependencies/graph.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { type Bits, countBits, intersect, isEmpty, uniteAll } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactDocument } from '../changes/impact-document.ts'

/** `clusters`: those that get the version. Says how many need another, whoever’s they are; a branch is as new as no version. */
export async function newerNeededWarnings(
  scope: TenantScope,
  fleet: Fleet,
  {
    application: id,
    environment,
    version,
  }: Pick<Rollout, 'application' | 'environment' | 'version'>,
  clusters: Bits,
): Promise<ImpactDocument['warnings']> {
  const application = fleet.applications.slots[id]
  if (application === undefined || isEmpty(clusters)) return []
  const { team, name } = application
  const asked = dependentsOf(fleet, application).flatMap((dependent) =>
    fleet.applications.slots[dependent]!.dependsOn.flatMap((need) => {
      const isThis = need.namespace === team && need.application === name
      if (!isThis || need.minVersion === null) return []
      const there = placementsOf(fleet, dependent)
      const on = need.environment === null ? intersect(there, clusters) : there
      const isThere = need.environment === null || need.environment === environment
      return isThere && !isEmpty(on) ? [{ dependent, minVersion: need.minVersion, on }] : []
    }),
  )
  const numbers = await findNumbersByName(scope, id, [
    ...new Set(asked.map((each) => each.minVersion)),
  ])
  const lacking = asked.filter(
    ({ minVersion }) => (numbers.get(minVersion) ?? Infinity) > (version ?? 0),
  )
  if (lacking.length === 0) return []
  const dependents = new Set(lacking.map(({ dependent }) => dependent)).size
  const [need, get] = dependents === 1 ? ['needs', 'gets'] : ['need', 'get']
  const on = counted(countBits(uniteAll(lacking.map((each) => each.on))), 'cluster')
  const message = `${counted(dependents, 'application')} ${need} a newer version of ${team}/${name} on ${on}, and ${get} nothing new there with this one.`
  return [{ code: 'newer_needed', message }]
}
