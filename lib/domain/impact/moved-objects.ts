// What an edit moves, as the history shows it: how many placements of each application, cluster and team, and in which environments.
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { countBits, idsIn, uniteAll } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { applicationOf, type Impact, PAIR_EFFECTS, type PairEffect } from './impact.ts'

export type MovedObject = Readonly<Record<PairEffect, number>> & {
  readonly kind: 'application' | 'cluster' | 'team'
  readonly id: number
}

/** Each application, cluster and team with a placement that is added, removed or changed, once. */
export function movedObjects(impact: Impact): readonly MovedObject[] {
  const applications = new Map<number, Counts>()
  const clusters = new Map<number, Counts>()
  const teams = new Map<number, Counts>()
  for (const application of impact.applications) {
    const team = teamIdOf(impact, applicationOf(application).team)
    for (const effect of PAIR_EFFECTS) {
      const count = countBits(application[effect])
      if (count === 0) continue
      countsIn(applications, application.id)[effect] += count
      countsIn(teams, team)[effect] += count
      for (const cluster of idsIn(application[effect])) countsIn(clusters, cluster)[effect] += 1
    }
  }
  return [
    ...rowsOf('application', applications),
    ...rowsOf('cluster', clusters),
    ...rowsOf('team', teams),
  ]
}

/** The environments of the clusters on which placements are moved, before the edit and after; each once, sorted. */
export function movedEnvironments({ applications, before, after }: Impact): readonly string[] {
  const moved = uniteAll(applications.flatMap((each) => PAIR_EFFECTS.map((effect) => each[effect])))
  const clusters = idsIn(moved).flatMap((id) => [
    before.clusters.slots[id] ?? [],
    after.clusters.slots[id] ?? [],
  ])
  return [...new Set(clusters.flat().map(({ environment }) => environment))].sort(compareText)
}

type Counts = Record<PairEffect, number>

function countsIn(counted: Map<number, Counts>, id: number): Counts {
  const known = counted.get(id)
  if (known) return known
  const counts = { added: 0, removed: 0, changed: 0 }
  counted.set(id, counts)
  return counts
}

function rowsOf(kind: MovedObject['kind'], counted: ReadonlyMap<number, Counts>): MovedObject[] {
  return [...counted].map(([id, counts]) => ({ kind, id, ...counts }))
}

/** A team that is deleted with its last application is there only before. */
function teamIdOf({ before, after }: Impact, name: string): number {
  const team = findByName(after.teams, name) ?? findByName(before.teams, name)
  if (!team) throw new Error(`there is no team ${name}`)
  return team.id
}
