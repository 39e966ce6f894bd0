// Updates every application's placements after an edit. It decides again only what the edit can change: these applications,
// in these words of their bits.
import { NO_BITS, bitsOf, hasBit, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { redecided } from './fleet-decisions.ts'
import type { Transitions, FleetState } from './fleet-state.ts'
import { placeAgain, wordsOf } from './placing.ts'
import type { Words } from './placing.ts'
import { boundaryFor, rulesReaching } from './reaching.ts'
import type { Rule } from './rules.ts'
import { idsOfTeam, slotsWith } from './shelf.ts'

/** Which placements an edit can change. */
type EditReach = {
  /** Applications that may change on every cluster: they or their teams are edited. */
  readonly open: Bits
  readonly everyWord: Words
  /** Applications that an edited policy or decision concerns, before or after, and the words in which they may change. */
  readonly selected: Bits
  readonly policyWords: Words
  /** Applications of policies and boundaries that gained or lost some of the edited clusters, by labels or environment. */
  readonly relabelled: Bits
  readonly clusterWords: Words
}

/** The placements of `after`, which still has those of `before`. */
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
    const rules = rulesReaching(after, id)
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
  const decisions = redecided(before.decisions, after.decisions)
  const clusters = bitsOf(transitions.clusters.map(({ id }) => id))
  const open = bitsOf([...transitions.applications.map(({ id }) => id), ...ofTeams])
  return {
    open,
    everyWord:
      open.length === 0 ? [] : wordsOf([before.indexes.clusters.all, after.indexes.clusters.all]),
    selected: uniteAll([
      ...rules.map((rule) => rule.applications),
      bitsOf(decisions.map(({ application }) => application)),
    ]),
    policyWords: wordsOf([
      clusters,
      ...rules.map((rule) => rule.clusters),
      ...decisions.flatMap(({ sets }) => sets),
    ]),
    relabelled: relabelledApplications(before, after),
    clusterWords: wordsOf([clusters]),
  }
}

/** May include applications of edited policies and teams, which are decided again anyway. */
function relabelledApplications(before: FleetState, after: FleetState): Bits {
  const moved = before.clustersByEnvironment !== after.clustersByEnvironment
  const isAlike = ({ policy, clusters }: Rule, id: number) =>
    clusters === before.rules[id]?.clusters && !(moved && policy.target !== null)
  const rules = after.rules.flatMap((rule, id) =>
    rule === undefined || isAlike(rule, id) ? [] : [rule.applications],
  )
  const teams = after.teams.ordered.filter((id) => after.boundaries[id] !== before.boundaries[id])
  const ofTeams = teams.flatMap((id) => idsOfTeam(after.applications, after.teams.slots[id]!.name))
  return uniteAll([...rules, bitsOf(ofTeams)])
}
