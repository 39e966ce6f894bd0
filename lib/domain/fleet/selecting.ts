// Which policies, configs and schemas select each application. It is kept with the fleet so that an edit, or a question about a
// pair, costs by these instead of all.
import { forEachBit, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import type { Rule, Selected } from './rules.ts'
import { slotsWith } from './shelf.ts'

type Rules = readonly (Rule | undefined)[]

/** By application id, the ids of the policies, configs or schemas that select it and aren't suspended. */
export type Selecting = readonly (readonly number[] | undefined)[]

/** Looks only at applications that something starts or stops selecting. */
export function selectingAfter<S extends Selected>(
  selecting: Selecting,
  before: readonly (S | undefined)[],
  after: readonly (S | undefined)[],
  isActive: (selection: S) => boolean,
): Selecting {
  if (before === after) return selecting
  const applicationsOf = (selection: S | undefined) =>
    selection !== undefined && isActive(selection) ? selection.applications : NO_BITS
  const edited = new Map<number, number[]>()
  const selectingIds = (application: number) => {
    const ids = edited.get(application) ?? [...(selecting[application] ?? [])]
    edited.set(application, ids)
    return ids
  }
  for (const id of after.keys()) {
    const was = applicationsOf(before[id])
    const is = applicationsOf(after[id])
    if (was === is) continue
    forEachBit(subtract(is, was), (application) => selectingIds(application).push(id))
    forEachBit(subtract(was, is), (application) => {
      const ids = selectingIds(application)
      ids.splice(ids.indexOf(id), 1)
    })
  }
  return edited.size === 0 ? selecting : slotsWith(selecting, [...edited])
}

/** The rules that select an application and aren't suspended, in no order. */
export function rulesSelecting(
  { selecting, rules }: { readonly selecting: Selecting; readonly rules: Rules },
  application: number,
): readonly Rule[] {
  return (selecting[application] ?? []).map((policy) => rules[policy]!)
}
