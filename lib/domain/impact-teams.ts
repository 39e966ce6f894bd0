// Where an edit brings a team to a cluster, takes it away, or leaves it: a team is present exactly where one of its
// applications is placed, and its files stand exactly there.
import { intersect, subtract, uniteAll } from './bits.ts'
import type { Bits } from './bits.ts'
import type { Fleet } from './fleet.ts'
import type { Team } from './objects.ts'
import { findByName, idsOfTeam } from './shelf.ts'
import { placementsOf } from './targeting.ts'

/** Where a team has a placement at all, as ids of clusters. */
export type TeamImpact = {
  readonly name: string
  readonly before: Team | null
  readonly after: Team | null
  readonly arrived: Bits
  readonly left: Bits
  readonly stayed: Bits
}

export function teamImpact(fleetBefore: Fleet, fleetAfter: Fleet, name: string): TeamImpact {
  const present = presenceOf(fleetBefore, name)
  const presentAfter = presenceOf(fleetAfter, name)
  return {
    name,
    before: findByName(fleetBefore.teams, name)?.object ?? null,
    after: findByName(fleetAfter.teams, name)?.object ?? null,
    arrived: subtract(presentAfter, present),
    left: subtract(present, presentAfter),
    stayed: intersect(present, presentAfter),
  }
}

function presenceOf(fleet: Fleet, team: string): Bits {
  return uniteAll(idsOfTeam(fleet.applications, team).map((id) => placementsOf(fleet, id)))
}
