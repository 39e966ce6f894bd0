// What an edit does to decisions by itself: picks are made as soon as a policy asks for them, and whatever was decided goes with
// the clusters, applications and policies that it was about. No scheduler is asked.
import { decisionOf, isSameDecision } from '#lib/domain/fleet/fleet-decisions.ts'
import type { DecisionEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { boundaryFor, candidatesOf, clustersReached } from '#lib/domain/fleet/reaching.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { isActive, type Rule } from '#lib/domain/fleet/rules.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import type { PickRule } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { type Bits, hasBit, idsIn, intersect, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { type Lineup, lineUp } from './lineup.ts'
import { pickClusters } from './pick.ts'

/** So many decisions change at once: as many as twenty policies that pick for a thousand applications each. */
export const DECISIONS_MAX = 20_000

/** The score of a cluster, by its id; null: it has none of that name. */
export type ScoreOf = (clusterId: number, score: string) => number | null

/**
 * The decisions that change besides those of the edit itself, which `after` has already:
 * - a policy that no longer needs any, or is deleted, has none; nor has one for an application that it doesn't select;
 * - of a pick, what was picked stays as long as it may, and others are picked in the place of what goes (`pickClusters`);
 * - of a scheduler, what was decided goes with the clusters that are no candidates any more; nothing comes for it;
 * - a policy that begins to need decisions goes on placing what it placed, as far as its pick allows, until its scheduler
 *   decides.
 *
 * A suspended policy keeps its decisions, for when it isn't any more. Policies that need none cost nothing, and others only if
 * the edit may concern them. The order is that of the ids, so the same edits give the same.
 */
export function* decisionEditsOf(
  before: Fleet,
  after: Fleet,
  scoreOf: ScoreOf,
): Generator<DecisionEdit> {
  const policies = Math.max(after.rules.length, after.decisions.length)
  for (let policy = 0; policy < policies; policy++) {
    const rule = after.rules[policy]
    if (rule === undefined || !needsDecision(rule.policy)) yield* endedOf(after, policy)
    else if (!isAlike(before, after, rule)) yield* decidedAgain(before, after, rule, scoreOf)
  }
}

function* endedOf({ decisions }: Fleet, policy: number): Generator<DecisionEdit> {
  for (const application of decisions[policy]?.keys() ?? []) {
    yield { kind: 'decision', policy, application, after: null }
  }
}

/** Whether neither a policy nor any of its candidates nor what was decided differ. */
function isAlike(before: Fleet, after: Fleet, rule: Rule): boolean {
  return (
    before.rules[rule.id] === rule &&
    before.decisions[rule.id] === after.decisions[rule.id] &&
    before.applications === after.applications &&
    before.teams === after.teams &&
    after.boundaries.every((boundary, team) => boundary === before.boundaries[team]) &&
    (rule.policy.target === null || before.clustersByEnvironment === after.clustersByEnvironment)
  )
}

function* decidedAgain(
  before: Fleet,
  after: Fleet,
  rule: Rule,
  scoreOf: ScoreOf,
): Generator<DecisionEdit> {
  const policy = rule.id
  for (const application of after.decisions[policy]?.keys() ?? []) {
    if (hasBit(rule.applications, application)) continue
    yield { kind: 'decision', policy, application, after: null }
  }
  const { pick } = rule.policy
  const pickFor = pick && pickerOf(after, rule, pick, scoreOf)
  for (const application of idsIn(rule.applications)) {
    if (isApplicationAlike(before, after, rule, application)) continue
    const held = decisionOf(after, policy, application)
    const next = nextDecision(before, after, rule, application, pickFor)
    if (!isSameDecision(held, next)) yield { kind: 'decision', policy, application, after: next }
  }
}

/** The same for one application, when others may differ. */
function isApplicationAlike(before: Fleet, after: Fleet, rule: Rule, application: number): boolean {
  const object = after.applications.slots[application]!
  return (
    before.rules[rule.id] === rule &&
    before.applications.slots[application] === object &&
    decisionOf(before, rule.id, application) === decisionOf(after, rule.id, application) &&
    boundaryFor(before, application) === boundaryFor(after, application) &&
    (rule.policy.target === null || before.clustersByEnvironment === after.clustersByEnvironment)
  )
}

/** Null: none. */
function nextDecision(
  before: Fleet,
  after: Fleet,
  rule: Rule,
  application: number,
  pickFor: Picker | null,
): Bits | null {
  const candidates = candidatesOf(after, rule, application)
  const current =
    decisionOf(after, rule.id, application) ?? placedUndecided(before, rule.id, application)
  if (pickFor === null) return current && intersect(current, candidates)
  const picked = pickFor(application, candidates, current ?? NO_BITS)
  return isEmpty(picked) ? null : picked
}

/** What a policy reached that needed no decisions; null: it did need them, excluded, was suspended or wasn't there. */
function placedUndecided(before: Fleet, policy: number, application: number): Bits | null {
  const rule = before.rules[policy]
  if (rule === undefined || needsDecision(rule.policy)) return null
  if (!isActive(rule.policy) || rule.policy.effect === 'exclude') return null
  return hasBit(rule.applications, application) ? clustersReached(before, rule, application) : null
}

type Picker = (application: number, candidates: Bits, current: Bits) => Bits

/** Lines up what the policy selects once, for all applications, as soon as there is a choice for one of them. */
function pickerOf(fleet: Fleet, { clusters }: Rule, rule: PickRule, scoreOf: ScoreOf): Picker {
  let known: Lineup | null = null
  const lineup = () => (known ??= lineUp(rule, clustersByName(fleet, clusters), scoreOf))
  return (id, candidates, current) => {
    const { team, name } = fleet.applications.slots[id]!
    return pickClusters({ rule, application: `${team}/${name}`, candidates, current, lineup })
  }
}

/** In the order of names, in which they are quickly sorted. */
function clustersByName({ clusters }: Fleet, wanted: Bits) {
  return idsByName(clusters, wanted).map((id) => [id, clusters.slots[id]!] as const)
}
