// Says in one sentence why an edit adds, removes, changes or keeps a pair.
import { choiceOn, choicesOn, type SaidReasons } from '#lib/domain/fleet/choices.ts'
import { type Delivered, deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isActive, mayConcern, type Rule } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Transition } from '#lib/domain/fleet/shelf.ts'
import type { PolicyReach } from '#lib/domain/fleet/targeting.ts'
import { targetOn } from '#lib/domain/fleet/targets.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { sourceDifferences } from '#lib/domain/objects/application/source-differences.ts'
import { findTarget, lackOfTarget } from '#lib/domain/objects/application/target.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { failingTerms } from './failing-terms.ts'
import type { Impact } from './impact.ts'
import type { ListedEffect } from './listed-pairs.ts'
import { toldReasons } from './told-reasons.ts'

const MANIFEST_CHANGES = "the application's manifest changes"

/** The policies behind the pairs of an impact, before and after the edit, and what schedulers said with the edit. */
export type ImpactReach = {
  readonly before: PolicyReach
  readonly after: PolicyReach
  readonly saidReasons: SaidReasons
}

type Fleets = Pick<Impact, 'before' | 'after'>

/** The reason; several are joined by semicolons. */
export function pairReason(
  fleets: Fleets,
  reach: ImpactReach,
  application: Transition<Application>,
  clusterId: number,
  effect: ListedEffect,
): string {
  switch (effect) {
    case 'removed':
      return removalReason(fleets, reach, application, clusterId)
    case 'added':
      return [
        additionReason(fleets, reach, application, clusterId),
        ...choiceReasons(fleets.after, application.id, clusterId, reach.saidReasons),
        ...(deliveryOn(fleets.after, application.id, clusterId) ? [] : ['it waits for a release']),
      ].join('; ')
    case 'changed':
      return changeReason(fleets, application.id, clusterId)
    case 'kept':
      return keepingReason(fleets, reach, application, clusterId)
  }
}

function removalReason(
  fleets: Fleets,
  reach: ImpactReach,
  { id, after }: Transition<Application>,
  clusterId: number,
): string {
  const cluster = fleets.after.clusters.slots[clusterId]
  if (after === null) return 'the application was deleted'
  if (cluster === undefined) return 'the cluster was deleted'
  if (findByName(fleets.after.teams, after.team) === null) return `team ${after.team} was deleted`
  const excluding = reach.after.excluding(id, clusterId)
  const giving = reach.after.giving(id, clusterId)
  const lost = giving.length > 0 ? [] : reach.before.giving(id, clusterId)
  const pair = { id, application: after, clusterId }
  return [
    ...boundaryCauses(fleets.after, after.team, cluster),
    ...(excluding.length > 0 ? [`excluded by ${policyNames(excluding)}`] : []),
    ...lost.map((name) => lossReason(fleets.after, reach, name, pair)),
  ].join('; ')
}

/** Which policies give up a pair that others keep. */
function keepingReason(
  { after }: Fleets,
  reach: ImpactReach,
  application: Transition<Application>,
  clusterId: number,
): string {
  const giving = reach.after.giving(application.id, clusterId)
  const lost = reach.before
    .giving(application.id, clusterId)
    .filter((name) => !giving.includes(name))
  const pair = { id: application.id, application: application.after!, clusterId }
  return [
    ...lost.map((name) => lossReason(after, reach, name, pair)),
    `${policyNames(giving)} ${giving.length === 1 ? 'keeps' : 'keep'} it`,
  ].join('; ')
}

/** A pair whose cluster is there. */
type Pair = { readonly id: number; readonly application: Application; readonly clusterId: number }

/** Why a policy that gave the pair no longer does. */
function lossReason(fleet: Fleet, reach: ImpactReach, name: string, pair: Pair): string {
  const found = findByName(fleet.policies, name)
  if (found === null) return `policy ${name} was deleted`
  const policy = found.object
  const { application } = pair
  if (!isActive(policy)) return `policy ${name} is suspended`
  if (policy.effect === 'exclude') return `policy ${name} no longer includes it`
  if (!mayConcern(policy, application.team)) {
    return `policy ${name} selects only applications of team ${policy.team} now`
  }
  return sideReason(fleet, reach, fleet.rules[found.id]!, pair)
}

function sideReason(
  fleet: Fleet,
  { saidReasons }: ImpactReach,
  rule: Rule,
  { id, application, clusterId }: Pair,
): string {
  const { policy } = rule
  const cluster = fleet.clusters.slots[clusterId]!
  const app = failingTerms(policy.appSelector, applicationLabels(application))
  if (app !== '') return `policy ${policy.name} no longer selects the application: ${app}`
  const terms = failingTerms(policy.clusterSelector, clusterLabels(cluster))
  if (terms !== '') return `policy ${policy.name} no longer selects the cluster: ${terms}`
  const { target } = policy
  const lacks = target !== null && findTarget(application, target, cluster.environment) === null
  const cause = lacks
    ? lackOfTarget(target, cluster.environment)
    : choiceOn(fleet, rule, id, clusterId, saidReasons)!.reason
  return `policy ${policy.name} no longer places it: ${cause}`
}

function boundaryCauses(fleet: Fleet, team: string, cluster: Cluster): string[] {
  const boundary = findByName(fleet.teams, team)?.object.clusterBoundary ?? null
  const terms = boundary === null ? '' : failingTerms(boundary, clusterLabels(cluster))
  return terms === '' ? [] : [`outside team ${team}'s cluster boundary: ${terms}`]
}

function additionReason(
  { before }: Fleets,
  reach: ImpactReach,
  application: Transition<Application>,
  clusterId: number,
): string {
  const { id } = application
  const selecting = policiesSelect(reach.after.giving(id, clusterId))
  if (application.before === null) return `${selecting} the new application`
  const cluster = before.clusters.slots[clusterId]
  if (cluster === undefined) return `${selecting} the new cluster`
  const { team } = application.before
  if (findByName(before.teams, team) === null) return `team ${team} is new, and ${selecting} it`
  const excluding = reach.before.excluding(id, clusterId)
  const wasGiven = reach.before.giving(id, clusterId).length > 0
  const wasOutside = boundaryCauses(before, team, cluster).length > 0
  return [
    ...(wasOutside ? [`inside team ${team}'s cluster boundary now`] : []),
    ...(excluding.length > 0 ? [`no longer excluded by ${policyNames(excluding)}`] : []),
    ...(wasGiven ? [] : [`${selecting} it now`]),
  ].join('; ')
}

/** By whom the cluster was chosen, where policies place it that choose. */
function choiceReasons(
  fleet: Fleet,
  id: number,
  clusterId: number,
  saidReasons: SaidReasons,
): string[] {
  const choices = [...choicesOn(fleet, id, clusterId, saidReasons).values()]
  return [...new Set(choices.flatMap(({ holds, reason }) => (holds ? [reason] : [])))]
}

/** Which target or version comes in place of which, or which fields of the application change its manifest; and what tells it else. */
function changeReason({ before, after }: Fleets, id: number, clusterId: number): string {
  const [was, is] = [deliveryOn(before, id, clusterId), deliveryOn(after, id, clusterId)]
  const changes = [
    ...insteadOf(targetName(before, id, clusterId), targetName(after, id, clusterId)),
    ...insteadOf(versionName(was), versionName(is)),
  ]
  const sources = changes.length === 0 && was && is ? sourceReasons(was, is) : []
  const reasons = [...changes, ...sources, ...toldReasons({ before, after }, id, clusterId)]
  return reasons.length > 0 ? reasons.join('; ') : MANIFEST_CHANGES
}

function insteadOf(former: string, next: string): string[] {
  return former === next ? [] : [`${next} instead of ${former}`]
}

function targetName(fleet: Fleet, id: number, clusterId: number): string {
  const target = targetOn(fleet, id, clusterId)
  return target === null ? 'no target' : `target ${target.name}`
}

function versionName(delivered: Delivered | null): string {
  if (delivered === null) return 'no release'
  const version = delivered.release?.version ?? null
  return version === null ? 'the branch' : `version ${version}`
}

function sourceReasons(before: Delivered, after: Delivered): string[] {
  return sourceDifferences(before.application, after.application).map(({ field, from, to }) =>
    field === 'source.values'
      ? 'source.values change'
      : `${field} changes from ${textOrNone(from)} to ${textOrNone(to)}`,
  )
}

function textOrNone(text: string | null): string {
  return text === null ? 'none' : quoted(text)
}

function policiesSelect(names: readonly string[]): string {
  return `${policyNames(names)} ${names.length === 1 ? 'selects' : 'select'}`
}

function policyNames(names: readonly string[]): string {
  return names.length === 1 ? `policy ${names[0]}` : `policies ${names.join(', ')}`
}
