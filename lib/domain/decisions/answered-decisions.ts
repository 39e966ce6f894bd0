// Checks what a scheduler answers: it may choose among candidates alone, and an answer counts whole or not at all.
import { decisionOf } from '#lib/domain/fleet/fleet-decisions.ts'
import type { DecisionEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { bitsOf, hasBit, isEmpty, isSameSet, NO_BITS } from '#lib/domain/sets/bits.ts'
import { checked, type Checked, type Issue } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

/** What a scheduler says of one application. */
export type AnsweredDecision = {
  readonly namespace: string
  readonly application: string
  /** The names of the chosen clusters. */
  readonly clusters: readonly string[]
  /** Whether it is meant that none is chosen of an application that has some. */
  readonly empty: boolean
}

const ISSUES_MAX = 100

/**
 * The decisions that change by an answer for a policy; applications that it doesn't name keep theirs. `rule` is that of the
 * policy in `fleet`. Issues, so many at most, with paths in `decisions`: `not_a_candidate` of a cluster that may not be chosen, or
 * isn't there, and of an application that the policy doesn't select; `decided_twice`; and `empty_decision` where all that an
 * application has would go without being said.
 */
export function answeredDecisions(
  fleet: Fleet,
  rule: Rule,
  answers: readonly AnsweredDecision[],
): Checked<readonly DecisionEdit[]> {
  const issues: Issue[] = []
  const edits: DecisionEdit[] = []
  const seen = new Set<number>()
  for (const [index, answer] of answers.entries()) {
    if (issues.length >= ISSUES_MAX) break
    const application = selectedId(fleet, rule, answer)
    if (application === null) issues.push(unselected(answer, rule, index))
    else if (seen.has(application)) issues.push(decidedTwice(answer, index))
    else {
      seen.add(application)
      const found = decidedBy(fleet, rule, application, answer, index)
      issues.push(...found.issues.slice(0, ISSUES_MAX - issues.length))
      if (found.edit !== null) edits.push(found.edit)
    }
  }
  return checked(edits, issues)
}

function selectedId(
  { applications }: Fleet,
  rule: Rule,
  { namespace, application }: AnsweredDecision,
): number | null {
  const found = findByName(applications, application, namespace)
  return found !== null && hasBit(rule.applications, found.id) ? found.id : null
}

function decidedBy(
  fleet: Fleet,
  rule: Rule,
  application: number,
  { clusters, empty }: AnsweredDecision,
  index: number,
): { readonly issues: readonly Issue[]; readonly edit: DecisionEdit | null } {
  const candidates = candidatesOf(fleet, rule, application)
  const ids: number[] = []
  const issues: Issue[] = []
  for (const [nth, name] of clusters.entries()) {
    const id = findByName(fleet.clusters, name)?.id
    if (id !== undefined && hasBit(candidates, id)) ids.push(id)
    else if (issues.length < ISSUES_MAX) issues.push(noCandidate(name, index, nth))
  }
  const held = decisionOf(fleet, rule.id, application)
  const isEmptied = ids.length === 0 && !isEmpty(held ?? NO_BITS)
  if (issues.length === 0 && isEmptied && !empty) issues.push(emptied(index))
  const after = bitsOf(ids)
  const isSame = held !== null && isSameSet(held, after)
  return {
    issues,
    edit: isSame ? null : { kind: 'decision', policy: rule.id, application, after },
  }
}

function unselected({ namespace, application }: AnsweredDecision, { policy }: Rule, index: number) {
  const reason = `${policy.name} selects no application ${quoted(`${namespace}/${application}`)}.`
  return { path: ['decisions', index], code: 'not_a_candidate', reason }
}

function decidedTwice({ namespace, application }: AnsweredDecision, index: number): Issue {
  const reason = `An earlier decision is about ${namespace}/${application}, too.`
  return { path: ['decisions', index], code: 'decided_twice', reason }
}

function noCandidate(name: string, index: number, nth: number): Issue {
  const reason = `${quoted(name)} is no cluster on which the policy may place the application.`
  return { path: ['decisions', index, 'clusters', nth], code: 'not_a_candidate', reason }
}

function emptied(index: number): Issue {
  const reason = 'The application would leave all of its clusters: if so, say "empty": true.'
  return { path: ['decisions', index, 'clusters'], code: 'empty_decision', reason }
}
