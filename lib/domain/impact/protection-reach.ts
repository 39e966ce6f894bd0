// What a protected environment will stop, told to whoever protects it.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { countBits, countCommon } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'

const TEAMS_NAMED = 5

/** On how many clusters, and of which teams with how many placements there, only deployers may move anything. */
export function protectionReach(fleet: Fleet, environment: Environment): Warning[] {
  if (!environment.protected) return []
  const { name } = environment
  const term = { key: 'environment', operator: '=', values: [name] } as const
  const clusters = matchSelector(fleet.indexes.clusters, { kind: 'terms', terms: [term] })
  const byTeam = new Map<string, number>()
  for (const id of fleet.applications.ordered) {
    const placed = countCommon(placementsOf(fleet, id), clusters)
    const { team } = fleet.applications.slots[id]!
    if (placed > 0) byTeam.set(team, (byTeam.get(team) ?? 0) + placed)
  }
  const total = [...byTeam.values()].reduce((sum, count) => sum + count, 0)
  return [
    {
      code: 'protection_reach',
      message: `${name} protects ${counted(countBits(clusters), 'cluster')} with ${counted(total, 'placement')}${teamsOf(byTeam)}. Whoever is in none of its groups can no longer move them, nor can Berth register clusters there that would get placements.`,
    },
  ]
}

/** The teams with the most placements first. */
function teamsOf(byTeam: ReadonlyMap<string, number>): string {
  if (byTeam.size === 0) return ''
  const most = [...byTeam].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const teams = most.map(([team, count]) => `${team} (${count})`)
  return ` of ${counted(most.length, 'team')}: ${fewNamed(teams, TEAMS_NAMED)}`
}
