// Where an edit brings a team to a cluster, takes it away, or leaves it: a team is present exactly where one of its
// applications is placed, and its files stand exactly there.
import type { Bits } from './bits.ts'
import { NO_BITS, wordAt } from './bits.ts'
import type { Fleet } from './fleet.ts'
import type { Team } from './objects.ts'
import type { Words } from './placing.ts'
import { findByName, idsOfTeam } from './shelf.ts'
import { placementsOf } from './targeting.ts'

/** Where a team has a placement at all, as ids of clusters. */
export type TeamImpact = {
  readonly name: string
  readonly before: Team | null
  readonly after: Team | null
  readonly arrived: Bits
  readonly left: Bits
  /** Of a team that isn't edited itself: at least those of the edited clusters. */
  readonly stayed: Bits
}

/** `words` are those of the clusters that the edit can make a difference to for the team. */
export function teamImpact(
  fleetBefore: Fleet,
  fleetAfter: Fleet,
  name: string,
  words: Words,
): TeamImpact {
  const present = presenceOf(fleetBefore, name, words)
  const presentAfter = presenceOf(fleetAfter, name, words)
  const where = (decide: (before: number, after: number) => number) =>
    bitsAt(words, (at) => decide(present[at]!, presentAfter[at]!))
  return {
    name,
    before: findByName(fleetBefore.teams, name)?.object ?? null,
    after: findByName(fleetAfter.teams, name)?.object ?? null,
    arrived: where((before, after) => after & ~before),
    left: where((before, after) => before & ~after),
    stayed: where((before, after) => before & after),
  }
}

/** The words of the clusters with one of the team's applications. */
function presenceOf(fleet: Fleet, team: string, words: Words): Uint32Array {
  const present = new Uint32Array(words.length)
  for (const id of idsOfTeam(fleet.applications, team)) {
    const placed = placementsOf(fleet, id)
    for (const [at, word] of words.entries()) present[at]! |= wordAt(placed, word)
  }
  return present
}

function bitsAt(words: Words, decide: (at: number) => number): Bits {
  const last = words.findLastIndex((_, at) => decide(at) !== 0)
  if (last < 0) return NO_BITS
  const bits = new Uint32Array(words[last]! + 1)
  for (let at = 0; at <= last; at++) bits[words[at]!] = decide(at)
  return bits
}
