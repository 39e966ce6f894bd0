// Changes: accepted edits, and where they have been published.
import { changeState } from '#lib/domain/git/publication-state.ts'
import { changeParameters } from '#lib/domain/lists/list-parameters.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { readKeptRollout } from '#lib/schemas/kept-rollout.ts'
import { type Change, listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { defineList, type RowForms } from './list.ts'
import { changePosition } from './positions.ts'

export const changeList = defineList({
  parameters: changeParameters(KINDS),
  position: changePosition,
  useCase: listChangesUseCase,
  input: ({ sort: { descending }, q, reason, ...filter }, { at, after, limit }) => ({
    at,
    before: after,
    limit,
    filter: { ...filter, text: q, hasReason: reason && reason === 'given', descending },
  }),
})

export const changeRows: RowForms<Change> = {
  json: changeJson,
  columns: {
    id: ({ id }) => id,
    at: ({ at }) => at,
    actor: ({ actorName }) => actorName,
    action: ({ action }) => action,
    object: ({ edited, objects }) =>
      edited.length === 1 ? `${edited[0]!.kind}/${edited[0]!.name}` : `${objects} objects`,
    reason: ({ reason }) => reason,
    impact: ({ impact }) => impact['placements'],
    moved: ({ moved }) => moved,
    state: ({ publications }) => changeState(publications),
  },
}

export function changeJson(change: Change) {
  const { actorKind, actorId, actorName, edited, objects, revertedBy, at, moved, ...told } = change
  const { publications, ...rest } = told
  const edits = edited.map(({ kind, team, name, before, after }) => ({
    object: { kind, namespace: team, name },
    before,
    after,
  }))
  const [only] = objects === 1 ? edits : []
  const rollout = readKeptRollout(change.impact)
  return {
    ...rest,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, name: actorName },
    object: only?.object ?? null,
    before: only?.before ?? null,
    after: only?.after ?? null,
    objects,
    reverted_by: revertedBy,
    ...(rollout && { rollout }),
    ...(moved && { moved }),
    ...(objects > 1 && edits.length > 0 && { edits }),
    publications: publications.map(({ pullRequest, ...publication }) => ({
      ...publication,
      ...(pullRequest && { pull_request: pullRequest }),
    })),
    state: changeState(publications),
  }
}
