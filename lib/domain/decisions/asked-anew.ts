// Whose schedulers an edit is a reason to ask.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { boundaryFor } from '#lib/domain/fleet/reaching.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { type Bits, idsIn, intersect, isEmpty, isSameSet } from '#lib/domain/sets/bits.ts'

export type AskedAnew = {
  /** The ids of policies that a scheduler decides and of which the edit concerns anything that it is asked. */
  readonly asked: readonly number[]
  /** Of these, those where it may choose among others than before, for others, or by another policy: earlier answers are late. */
  readonly changed: readonly number[]
  /** Of policies that no scheduler decides any more. */
  readonly over: readonly number[]
}

/** The objects that an edit drafts, by their ids. */
export type Edited = { readonly applications: Bits; readonly clusters: Bits }

/** What an edit from `before` to `after` is a reason to ask. Policies without a scheduler cost nothing. */
export function askedAnew(before: Fleet, after: Fleet, edited: Edited): AskedAnew {
  const asked: number[] = []
  const changed: number[] = []
  const over: number[] = []
  const isBounded = areBoundariesOthers(before, after)
  const policies = Math.max(before.rules.length, after.rules.length)
  for (let id = 0; id < policies; id++) {
    const [was, is] = [before.rules[id], after.rules[id]]
    if (is === undefined || is.policy.scheduler === null) {
      if (was !== undefined && was.policy.scheduler !== null) over.push(id)
    } else if (isAnother(was, is) || (isBounded && isAnyBoundaryAnother(before, after, is))) {
      changed.push(id)
      asked.push(id)
    } else if (concerns(is, edited)) {
      asked.push(id)
      if (is.policy.target !== null) changed.push(id)
    }
  }
  return { asked, changed, over }
}

function isAnother(was: Rule | undefined, is: Rule): boolean {
  if (was === is) return false
  return (
    was?.policy !== is.policy ||
    !isSameSet(was.applications, is.applications) ||
    !isSameSet(was.clusters, is.clusters)
  )
}

function areBoundariesOthers(before: Fleet, after: Fleet): boolean {
  return (
    before.teams !== after.teams ||
    after.boundaries.some((boundary, team) => boundary !== before.boundaries[team])
  )
}

function isAnyBoundaryAnother(before: Fleet, after: Fleet, rule: Rule): boolean {
  return idsIn(rule.applications).some((id) => {
    const [was, is] = [boundaryFor(before, id), boundaryFor(after, id)]
    return was === null || is === null ? was !== is : !isSameSet(was, is)
  })
}

/** What becomes of targets is seen in the objects that have them. */
function concerns(rule: Rule, { applications, clusters }: Edited): boolean {
  return (
    !isEmpty(intersect(rule.applications, applications)) ||
    !isEmpty(intersect(rule.clusters, clusters))
  )
}
