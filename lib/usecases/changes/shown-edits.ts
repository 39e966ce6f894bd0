// What becomes of the objects of an edit, as its preview shows it.
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { EditsAnswer } from '#lib/schemas/impact.ts'
import { inSlices } from '../in-slices.ts'
import type { ResolvedDraft } from './drafts.ts'

const SHOWN_MAX = 100

export async function shownEdits(drafts: readonly ResolvedDraft[]): Promise<EditsAnswer> {
  const count = { created: 0, changed: 0, deleted: 0, unchanged: 0 }
  const items: EditsAnswer['items'] = []
  for await (const draft of inSlices(drafts)) {
    const effect = effectOf(draft)
    count[effect] += 1
    if (effect !== 'unchanged' && items.length < SHOWN_MAX) items.push(itemOf(draft))
  }
  return { ...count, items }
}

function effectOf({ isEdit, before, after }: ResolvedDraft) {
  if (!isEdit) return 'unchanged'
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}

function itemOf({ ref: { kind, team, name }, before, after }: ResolvedDraft) {
  return {
    kind,
    namespace: team,
    name,
    before: before && { ...objectJson(before) },
    after: after && { ...objectJson(after) },
  }
}
