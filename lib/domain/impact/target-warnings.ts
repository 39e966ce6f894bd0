// A warning about a policy whose target keeps it from placing anything.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isActive } from '#lib/domain/fleet/rules.ts'
import type { TargetPolicy } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { countBits, idsIn, intersect, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'

const ENVIRONMENTS_NAMED = 5

/**
 * Of a policy with a target, by its id: that none of the applications that it selects has that target, or none in an
 * environment of the clusters that it selects. Looks at the selected applications until one has it there.
 */
export function lackedTargetWarnings(fleet: Fleet, id: number, policy: TargetPolicy): Warning[] {
  const { name, target } = policy
  const rule = fleet.rules[id]
  if (!rule || target === null || !isActive(policy)) return []
  if (isEmpty(rule.applications) || isEmpty(rule.clusters)) return []
  const elsewhere = new Set<string>()
  for (const application of idsIn(rule.applications)) {
    for (const each of fleet.applications.slots[application]!.targets) {
      if (each.name !== target || elsewhere.has(each.environment)) continue
      const there = fleet.clustersByEnvironment.get(each.environment) ?? NO_BITS
      if (!isEmpty(intersect(there, rule.clusters))) return []
      elsewhere.add(each.environment)
    }
  }
  const said = `${name} places nothing by its target ${target}`
  const selected = counted(countBits(rule.applications), 'application')
  return [
    lacked(
      elsewhere.size === 0
        ? `${said}: it selects ${selected}, and none has such a target.`
        : `${said}: applications that it selects have it in ${fewNamed([...elsewhere].sort(compareText), ENVIRONMENTS_NAMED)} alone, and it selects no cluster there.`,
    ),
  ]
}

const lacked = (message: string): Warning => ({ code: 'target_lacked', message })
