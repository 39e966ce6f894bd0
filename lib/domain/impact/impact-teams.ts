// On which clusters an edit lets a team arrive, leave or stay. A team is present, with its files, exactly where one of its
// applications is placed.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Words } from '#lib/domain/fleet/placing.ts'
import { findByName, idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import { written } from '#lib/domain/sets/bit-words.ts'
import type { BitWords } from '#lib/domain/sets/bit-words.ts'
import { NO_BITS, chunkAt, intersect, subtract, withChunks } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

/** Where a team has any placement, as ids of clusters. */
export type TeamImpact = {
  readonly name: string
  readonly before: Team | null
  readonly after: Team | null
  readonly arrived: Bits
  readonly left: Bits
  /** If the team itself isn't edited: at least those of the edited clusters. */
  readonly stayed: Bits
}

/** `words`: where the edit can make a difference for the team. */
export function teamImpact(
  fleetBefore: Fleet,
  fleetAfter: Fleet,
  name: string,
  words: Words,
): TeamImpact {
  const present = presenceOf(fleetBefore, name, words)
  const presentAfter = presenceOf(fleetAfter, name, words)
  return {
    name,
    before: findByName(fleetBefore.teams, name)?.object ?? null,
    after: findByName(fleetAfter.teams, name)?.object ?? null,
    arrived: subtract(presentAfter, present),
    left: subtract(present, presentAfter),
    stayed: intersect(present, presentAfter),
  }
}

/** The clusters with one of the team's applications, in these words only. */
function presenceOf(fleet: Fleet, team: string, words: Words): Bits {
  const placed = idsOfTeam(fleet.applications, team).map((id) => placementsOf(fleet, id))
  return withChunks(
    NO_BITS,
    words.map(({ chunk, words }) => [chunk, presenceIn(chunk, words, placed)]),
  )
}

function presenceIn(chunk: number, words: readonly number[], placed: readonly Bits[]): BitWords {
  const present = new Uint32Array(words.at(-1)! + 1)
  for (const each of new Set(placed.map((bits) => chunkAt(bits, chunk)))) {
    for (let i = 0; i < words.length && words[i]! < each.length; i++) {
      present[words[i]!]! |= each[words[i]!]!
    }
  }
  return written(present)
}
