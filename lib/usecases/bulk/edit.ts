// Edits or deletes many objects in one way: all of them or none, as one change.
import { can } from '#lib/domain/access/permissions.ts'
import { whoMay } from '#lib/domain/access/why-not.ts'
import { mergePatch } from '#lib/domain/objects/merge-patch.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { type BulkEdit, readBulkEdit } from '#lib/schemas/bulk-edit.ts'
import type { Draft } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import { resourceOfKnown } from '../objects/concerning.ts'
import { readSent } from '../objects/requested-object.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { pathOf, selectedObjects } from './selected-objects.ts'

const ACTION = 'objects.edit'

export type BulkRequest = { readonly body: unknown; readonly options: WriteOptions }

type BulkInput = { readonly edit: BulkEdit; readonly options: WriteOptions }

export const bulkUseCase = defineEdit<BulkRequest, WriteOutcome, BulkInput, readonly ModelObject[]>(
  {
    name: ACTION,
    subject: null,
    parse: ({ body, options }) => {
      const edit = readBulkEdit(body)
      return edit.ok ? accepted({ edit: edit.value, options }) : edit
    },
    recall: recallOutcome,
    // Each object is authorized below. Who may edit none of them is refused like for one.
    load: async (context, { edit }) => {
      const found = await selectedObjects(context, edit)
      const resources = found.map((object) => resourceOfKnown(context.actor, object))
      const writable = resources.find((resource) => can(context.actor, 'write', resource))
      return { resource: writable ?? resources[0]!, found }
    },
    isDryRun: ({ options }) => options.dryRun,
    run: async (context, { edit, options }, objects) => {
      requireRights(context, objects)
      const drafts = await draftsOf(context, edit, objects)
      return submitDrafts(context, { action: ACTION, drafts, options, isSelection: true })
    },
  },
)

/** Refuses everything if the actor may not edit some of it, and says which. */
function requireRights({ actor }: EditContext, objects: readonly ModelObject[]): void {
  const issues = objects.flatMap((object): Issue[] => {
    const resource = resourceOfKnown(actor, object)
    if (can(actor, 'write', resource)) return []
    const reason = whoMay('write', resource)
    return [{ path: pathOf(refOf(object)), code: 'forbidden', reason }]
  })
  if (issues.length === 0) return
  const what = `You may not change ${issues.length} of these ${objects.length} objects, so none was changed.`
  throw new Refusal('forbidden', what, { issues })
}

async function draftsOf(
  context: EditContext,
  { patch }: BulkEdit,
  objects: readonly ModelObject[],
): Promise<readonly Draft[]> {
  const drafts: Draft[] = []
  const issues: Issue[] = []
  for await (const object of inSlices(objects)) {
    const after = patch === null ? accepted(null) : patched(context, object, patch)
    const draft = draftOf(object)
    if (after.ok) drafts.push({ ...draft, after: after.value })
    else for (const issue of after.issues) issues.push({ ...issue, path: draft.locate(issue.path) })
  }
  if (issues.length > 0) throw refusalOf('invalid', issues)
  return drafts
}

function draftOf(object: ModelObject): Omit<Draft, 'after'> {
  const ref = refOf(object)
  return {
    ref,
    verb: 'apply',
    // A patch leaves alone what others edited meanwhile, and a deletion is of what was previewed.
    precondition: '*',
    locate: (path) => [...pathOf(ref), ...path],
  }
}

function patched(
  { actor, services, authorize }: EditContext,
  object: ModelObject,
  patch: BulkEdit['patch'],
): Checked<ModelObject> {
  const read = readSent(object.kind, mergePatch(objectJson(object), patch), services)
  if (!read.ok) return read
  if (refKey(refOf(read.value)) !== refKey(refOf(object))) {
    return refused([{ path: ['name'], code: 'name_immutable', reason: 'Names never change.' }])
  }
  authorize('write', resourceOfKnown(actor, read.value))
  return read
}
