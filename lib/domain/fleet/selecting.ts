// Which policies select each application. It is kept with the fleet so that an edit, or a question about a pair, costs by
// these policies instead of all.
import { forEachBit, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { isActive } from './rules.ts'
import type { Rule } from './rules.ts'
import { slotsWith } from './shelf.ts'

type Rules = readonly (Rule | undefined)[]

/** By application id, the ids of the policies that select it and aren't suspended. */
export type Selecting = readonly (readonly number[] | undefined)[]

/** Looks only at applications that a policy starts or stops selecting. */
export function selectingAfter(selecting: Selecting, before: Rules, after: Rules): Selecting {
  const edited = new Map<number, number[]>()
  const policiesOf = (application: number) => {
    const policies = edited.get(application) ?? [...(selecting[application] ?? [])]
    edited.set(application, policies)
    return policies
  }
  for (const policy of after.keys()) {
    const was = applicationsOf(before[policy])
    const is = applicationsOf(after[policy])
    if (was === is) continue
    forEachBit(subtract(is, was), (application) => policiesOf(application).push(policy))
    forEachBit(subtract(was, is), (application) => {
      const policies = policiesOf(application)
      policies.splice(policies.indexOf(policy), 1)
    })
  }
  return edited.size === 0 ? selecting : slotsWith(selecting, [...edited])
}

function applicationsOf(rule: Rule | undefined): Bits {
  return rule !== undefined && isActive(rule.policy) ? rule.applications : NO_BITS
}

/** The rules that select an application and aren't suspended, in no order. */
export function rulesSelecting(
  { selecting, rules }: { readonly selecting: Selecting; readonly rules: Rules },
  application: number,
): readonly Rule[] {
  return (selecting[application] ?? []).map((policy) => rules[policy]!)
}
