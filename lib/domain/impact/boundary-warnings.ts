// Warnings about clusters that an edit selects for a team that may not use them: its boundary lets nothing be placed there.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { rulesReaching } from '#lib/domain/fleet/reaching.ts'
import { isActive } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Application, TargetPolicy } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { type Bits, countBits, intersect, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'

/**
 * Of a team's own policy that places, by its id: how many of the clusters that it selects the team may not use. The
 * platform's policies are written for many teams, of which each has its own boundary.
 */
export function policyBoundaryWarnings(fleet: Fleet, id: number, policy: TargetPolicy): Warning[] {
  const rule = fleet.rules[id]
  if (!rule || policy.team === null || policy.effect === 'exclude' || !isActive(policy)) return []
  const usable = usableBy(fleet, policy.team)
  if (usable === null) return []
  const selected = countBits(rule.clusters)
  const refused = selected - countBits(intersect(rule.clusters, usable))
  if (refused === 0) return []
  return [
    outside(
      `${policy.name} selects ${counted(selected, 'cluster')}, of which team ${policy.team} may not use ${refused.toLocaleString('en')}: they are outside its cluster boundary.`,
    ),
  ]
}

/** Of an application, by its id: that policies place it on clusters of which its team may use none. */
export function applicationBoundaryWarnings(
  fleet: Fleet,
  id: number,
  { name, team }: Application,
): Warning[] {
  const usable = usableBy(fleet, team)
  if (usable === null) return []
  const rules = rulesReaching(fleet, id)
  const clustersOf = (effect: TargetPolicy['effect']) =>
    uniteAll(rules.filter(({ policy }) => policy.effect === effect).map(({ clusters }) => clusters))
  const given = subtract(clustersOf('include'), clustersOf('exclude'))
  const count = countBits(given)
  if (count === 0 || countBits(intersect(given, usable)) > 0) return []
  return [
    outside(
      `Policies give ${name} ${counted(count, 'cluster')}, and team ${team} may use none of them: they are outside its cluster boundary.`,
    ),
  ]
}

/** The clusters that a team may use; null: all. */
function usableBy({ teams, boundaries }: Fleet, team: string): Bits | null {
  const owner = findByName(teams, team)
  return (owner && boundaries[owner.id]) ?? null
}

/** Forms offer to ask for a wider boundary where they see this code. */
const outside = (message: string): Warning => ({ code: 'outside_boundary', message })
