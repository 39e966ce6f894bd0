// Warnings about freezes that stop less than their author expects.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import { nearest } from './nearest.ts'

/** Of each environment of a freeze that there isn't and that no cluster names, with the most similar one that there is. */
export function unknownEnvironmentWarnings(
  fleet: Pick<Fleet, 'environments' | 'clustersByEnvironment'>,
  { name, environments }: Freeze,
): Warning[] {
  if (environments === null) return []
  const { ordered, slots } = fleet.environments
  const known = new Set([
    ...ordered.map((id) => slots[id]!.name),
    ...fleet.clustersByEnvironment.keys(),
  ])
  return environments
    .filter((each) => !known.has(each))
    .map((each) => {
      const near = nearest(each, [...known])
      const hint = near === null ? '' : ` Did you mean ${near}?`
      const message = `There is no environment ${each}, so ${name} stops nothing there.${hint}`
      return { code: 'environment_unknown', message }
    })
}

/** Of a freeze that ended before it is saved. */
export function overWarnings({ name, to }: Freeze, now: Date): Warning[] {
  if (to === null || to > now) return []
  const message = `${name} ended at ${minuteText(to)}: it stops nothing.`
  return [{ code: 'freeze_over', message }]
}
