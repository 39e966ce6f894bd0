// What applications would be told must be without contradictions, and as their schemas want it.
import { type ConfigFault, configFaults } from '#lib/domain/impact/config-faults.ts'
import {
  clustersOfFault,
  faultSentence,
  stayingWarnings,
} from '#lib/domain/impact/config-fault-words.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Teller } from '#lib/domain/fleet/told-clusters.ts'
import { FAULT_CODES } from '#lib/domain/impact/part-faults.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'
import type { Plan } from './plan.ts'

const CLUSTERS_MAX = 20

/**
 * Refuses a plan that places an application, or leaves it, with a fault in what it is told: `config_conflict` (409) if any is one,
 * otherwise with the code of the first. Faults that were there are what it answers, as warnings.
 */
export function requireNoFaults({
  impact,
  render,
  drafts,
}: Pick<Plan, 'impact' | 'render' | 'drafts'>): readonly Warning[] {
  const faults = configFaults(impact, render)
  const [first, ...others] = faults.found.toSorted(
    (a, b) => FAULT_CODES.indexOf(a.code) - FAULT_CODES.indexOf(b.code),
  )
  if (first === undefined) return stayingWarnings(faults)
  const { code } = first
  const issues = [first, ...others].map((fault) => issueOf(impact.after, fault, drafts))
  const more = faults.total > 1 ? ` (and ${faults.total - 1} more)` : ''
  throw new Refusal(
    code === 'config_conflict' ? 'conflict' : 'invalid',
    `${issues[0]!.reason}${more}`,
    {
      code,
      issues,
    },
  )
}

function issueOf(after: Fleet, fault: ConfigFault, drafts: readonly ResolvedDraft[]): Issue {
  const { code, path, from, schema } = fault
  const { team, name } = after.applications.slots[fault.application]!
  const clusters = clustersOfFault(after, fault)
  return {
    path: placeOf(fault, drafts),
    code,
    reason: faultSentence(after, fault, clusters),
    details: {
      value: pointerOf(path),
      application: `${team}/${name}`,
      clusters: clusters.slice(0, CLUSTERS_MAX),
      clusterCount: clusters.length,
      from: from.map(tellerRef),
      ...(schema !== null && { schema: tellerRef(schema) }),
    },
  }
}

function tellerRef({ object: { kind, team, name } }: Teller) {
  return { kind, namespace: team, name }
}

/** Where somebody would look: at the value, at the schema, or at whatever brings them to the placement. */
function placeOf(
  { path, from, schema, application, clusters }: ConfigFault,
  drafts: readonly ResolvedDraft[],
): Issue['path'] {
  const find = (tellers: readonly Teller[]) =>
    drafts.find(
      ({ kind, id, after }) =>
        after !== null && tellers.some((each) => each.object.kind === kind && each.id === id),
    )
  const said = find(from)
  if (said) return said.locate(said.kind === 'config' ? ['values', ...path] : ['schema'])
  const refusing = schema && find([schema])
  if (refusing) return refusing.locate(['schema'])
  const moving = drafts.find(
    ({ kind, id }) =>
      (kind === 'application' && id === application) ||
      (kind === 'cluster' && hasBit(clusters, id)),
  )
  return (moving ?? drafts[0])?.locate([]) ?? []
}
