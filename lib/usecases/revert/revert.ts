// Takes a change back: of each object that it edited, what it did to that and nobody edited since.
import { impliedObject } from '#lib/domain/objects/implied.ts'
import { type ChangeRow, type EditedObject, listEditedObjects } from '#db/queries/change-lists.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type ModelObject, type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'
import { isNamedInTeam } from '#lib/domain/objects/kinds.ts'
import { undo } from '#lib/domain/objects/undo.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { readKeptRollout } from '#lib/schemas/kept-rollout.ts'
import type { Draft } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { readChange } from '../changes/read.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import { asked, type Context, defineEdit, type EditContext } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import { resourceAmong, resourceIn } from '../objects/concerning.ts'
import { requireAccepted } from '../objects/requested-object.ts'
import { storedObject } from '../objects/stored-object.ts'
import { Refusal } from '../refusal.ts'
import { revertDecisions } from './revert-decisions.ts'
import { REVERT, type RevertRequest } from './revert-request.ts'
import { returnedDecisions } from './returned-decisions.ts'
import { returnedReleases } from './returned-releases.ts'

/** An object before the change and after it; null: there was none. */
type Edited = {
  readonly ref: ObjectRef
  readonly before: ModelObject | null
  readonly after: ModelObject | null
}

export const revertUseCase = defineEdit<
  RevertRequest,
  WriteOutcome,
  RevertRequest,
  readonly Edited[]
>({
  name: REVERT,
  subject: null,
  recall: recallOutcome,
  load: async (context, { change }) => {
    const edited = await readEdited(context, change)
    if (edited === null) return null
    const [first] = edited
    // Each object is authorized by itself below, before anything happens.
    return first
      ? { resource: await resourceIn(context, (first.after ?? first.before)!), found: edited }
      : { ...asked({ kind: 'tenant' }), found: edited }
  },
  isDryRun: ({ options }) => options.dryRun,
  run: revert,
})

/** What the change edited, also what the actor may not see; null: they may not see the change. */
async function readEdited(context: Context, change: number): Promise<readonly Edited[] | null> {
  const row = await readChange(context, change)
  if (row === null) return null
  requireNoRollout(row)
  const edited = await listEditedObjects(context.scope, [change], { teams: null }, row.objects)
  return (edited.get(change) ?? []).map(editedOf)
}

function deletedManaged({ ref, before, after }: Edited): readonly ObjectRef[] {
  const hadReleases = before?.kind === 'application' && isManaged(before)
  return hadReleases && after === null ? [ref] : []
}

/** What a rollout released is in no object that could be as before. */
function requireNoRollout({ id, impact }: ChangeRow): void {
  const rollout = readKeptRollout(impact)
  if (rollout === null) return
  const what = rollout.wave === null ? 'rolled back' : `is wave ${rollout.wave} of`
  const instead = rollout.wave === null ? 'roll the version out again' : 'roll that back as a whole'
  throw new Refusal('conflict', `Change #${id} ${what} rollout ${rollout.id}: ${instead}.`, {
    code: 'revert_of_rollout',
  })
}

function editedOf({ kind, team, name, before, after }: EditedObject): Edited {
  return {
    ref: { kind, team: isNamedInTeam(kind) ? team : null, name },
    before: before === null ? null : storedObject(kind, before),
    after: after === null ? null : storedObject(kind, after),
  }
}

async function revert(
  context: EditContext,
  { change, options }: RevertRequest,
  edited: readonly Edited[],
): Promise<WriteOutcome> {
  if (edited.length === 0) return revertDecisions(context, { change, options })
  return submitDrafts(context, {
    action: REVERT,
    drafts: await undoneDrafts(context, edited),
    // A team that comes back is the one that had its name.
    options: { ...options, freeName: true },
    ownReason: `Takes change #${change} back`,
    reverts: change,
    decisions: await returnedDecisions(context.scope, change),
    releases: await returnedReleases(context.scope, change, edited.flatMap(deletedManaged)),
  })
}

async function undoneDrafts(
  context: EditContext,
  edited: readonly Edited[],
): Promise<readonly Draft[]> {
  const fleet = await context.fleet()
  const drafts: Draft[] = []
  const conflicts: Issue[] = []
  for await (const { ref, before, after } of inSlices(edited)) {
    for (const object of [before, after]) {
      if (object) context.authorize('write', resourceAmong(fleet, context.actor, object))
    }
    const now = findObject(fleet, ref)?.object ?? null
    const [was, became, is] = [before, after, now].map((each) => each && objectJson(each))
    const undone = undo({ before: was!, after: became!, now: is! })
    if (undone.kind === 'conflict') conflicts.push(...conflictsOf(ref, undone.paths))
    else if (undone.json !== null || now !== null) {
      const { json } = undone
      const path = [refKey(ref)]
      const after = json && requireAccepted(ref.kind, json, context.services, path)
      drafts.push(draftOf(ref, after ?? impliedObject(ref)))
    }
  }
  if (conflicts.length > 0) {
    const what = 'Somebody edited since what this change did: take that back first, or edit it.'
    throw new Refusal('conflict', what, { code: 'revert_conflict', issues: conflicts })
  }
  return drafts
}

function draftOf(ref: ObjectRef, after: ModelObject | null): Draft {
  return {
    ref,
    after,
    verb: 'apply',
    // What others edited meanwhile stays as they left it.
    precondition: '*',
    locate: (path) => [refKey(ref), ...path],
  }
}

function conflictsOf(ref: ObjectRef, paths: readonly (readonly string[])[]): Issue[] {
  return paths.map((path) => ({
    path: [refKey(ref), ...path],
    code: 'revert_conflict',
    reason: 'Somebody edited this since.',
  }))
}
