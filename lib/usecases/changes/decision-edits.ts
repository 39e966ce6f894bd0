// What a submission does to decisions: picks that follow from its edits by themselves.
import type { DecisionEdit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { decisionEditsOf, type ScoreOf } from '#lib/domain/decisions/decision-edits.ts'
import { inSlices } from '../in-slices.ts'

type Decided = { readonly after: Fleet; readonly edits: readonly DecisionEdit[] }

/** The fleet with the decisions that an edit from `before` to `drafted` changes by itself. */
export async function withDecisions(
  before: Fleet,
  drafted: Fleet,
  scoreOf: ScoreOf,
): Promise<Decided> {
  const edits: DecisionEdit[] = []
  for await (const edit of inSlices(decisionEditsOf(before, drafted, scoreOf))) edits.push(edit)
  return { after: edits.length === 0 ? drafted : drafted.with(edits), edits }
}
