// Keeps every application's placements right while a fleet is edited, and decides again only those that the edit can
// change, on only the words of bits that it can change.
import { NO_BITS, bitsOf, hasBit, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Transitions, FleetState } from './fleet-state.ts'
import { placeAgain, wordsOf } from './placing.ts'
import type { Words } from './placing.ts'
import type { Rule } from './rules.ts'
import { rulesSelecting } from './selecting.ts'
import { findByName, idsOfTeam, slotsWith } from './shelf.ts'

/** What of the placements an edit can change. */
type EditReach = {
  /** Applications whose placements are open everywhere: they or their teams are edited. */
  readonly open: Bits
  readonly everyWord: Words
  /** Applications that an edited policy selects, before or after, and where their placements are open. */
  readonly selected: Bits
  readonly policyWords: Words
  /** Applications of policies and boundaries that have come to reach, or left, some of the edited clusters. */
  readonly relabelled: Bits
  readonly clusterWords: Words
}

/** The placements of `after`, whose own are still those of `before`. */
export function placementsAfter(
  before: FleetState,
  after: FleetState,
  transitions: Transitions,
): FleetState['placements'] {
  const reach = reachOf(before, after, transitions)
  const decided: [id: number, placements: Bits | undefined][] = transitions.applications
    .filter((transition) => transition.after === null)
    .map((transition) => [transition.id, undefined])
  for (const id of after.applications.ordered) {
    const words = openWords(reach, id)
    if (words.length === 0) continue
    const known = before.placements[id] ?? NO_BITS
    const rules = rulesSelecting(after, id)
    decided.push([id, placeAgain(known, words, rules, boundaryFor(after, id))])
  }
  return slotsWith(before.placements, decided)
}

function openWords(reach: EditReach, applicationId: number): Words {
  if (hasBit(reach.open, applicationId)) return reach.everyWord
  if (hasBit(reach.selected, applicationId)) return reach.policyWords
  return hasBit(reach.relabelled, applicationId) ? reach.clusterWords : []
}

function reachOf(before: FleetState, after: FleetState, transitions: Transitions): EditReach {
  const teamNames = transitions.teams.flatMap((team) => [team.before, team.after])
  const ofTeams = teamNames.flatMap((team) =>
    team === null ? [] : idsOfTeam(after.applications, team.name),
  )
  const edited = transitions.policies.flatMap(({ id }) => [before.rules[id], after.rules[id]])
  const rules = edited.filter((rule): rule is Rule => rule !== undefined)
  const clusters = bitsOf(transitions.clusters.map(({ id }) => id))
  const open = bitsOf([...transitions.applications.map(({ id }) => id), ...ofTeams])
  return {
    open,
    everyWord:
      open.length === 0 ? [] : wordsOf([before.indexes.clusters.all, after.indexes.clusters.all]),
    selected: uniteAll(rules.map((rule) => rule.applications)),
    policyWords: wordsOf([clusters, ...rules.map((rule) => rule.clusters)]),
    relabelled: relabelledApplications(before, after),
    clusterWords: wordsOf([clusters]),
  }
}

/** Of policies and teams that are edited themselves some may be among them. */
function relabelledApplications(before: FleetState, after: FleetState): Bits {
  const rules = after.rules.flatMap((rule, id) =>
    rule === undefined || rule.clusters === before.rules[id]?.clusters ? [] : [rule.applications],
  )
  const teams = after.teams.ordered.filter((id) => after.boundaries[id] !== before.boundaries[id])
  const ofTeams = teams.flatMap((id) => idsOfTeam(after.applications, after.teams.slots[id]!.name))
  return uniteAll([...rules, bitsOf(ofTeams)])
}

/** The clusters that the application's team may use; null: all. Without its team it may use none. */
function boundaryFor(fleet: FleetState, applicationId: number): Bits | null {
  const { team } = fleet.applications.slots[applicationId]!
  const owner = findByName(fleet.teams, team)
  return owner === null ? NO_BITS : (fleet.boundaries[owner.id] ?? null)
}
