// Keeps views of lists. They move no placement and no file, so they are no change of the fleet.
import {
  clearDefault,
  countViewsOf,
  deleteView,
  findView,
  insertView,
  isNameTaken,
  updateView,
  type ViewOwner,
  type ViewRow,
} from '#db/queries/saved-views.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type NewView,
  readNewView,
  readViewChanges,
  type ViewChanges,
  viewQueryIssues,
} from '#lib/schemas/saved-view.ts'
import { auditName, type Subject } from '../audit/subject.ts'
import type { Precondition } from '../changes/write-options.ts'
import { asked, type Context, defineEdit, type Loaded } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { requireUnchanged, taggedSettings } from '../settings-tag.ts'
import { findLimit } from '../tokens/create.ts'
import { loadView, type SavedView, viewJson } from './read.ts'

/** Of each owner, whichever lists they are of. */
const VIEWS_MAX = 50

const subject: Subject = { kind: 'saved-view', namedBy: ['list', 'name'] }

export const createSavedViewUseCase = defineEdit<unknown, SavedView, NewView, ViewOwner>({
  name: 'saved-views.create',
  subject,
  parse: readNewView,
  load: loadOwner,
  run: async (context, view, whose) => {
    const { scope, actor, audit } = context
    if ((await countViewsOf(scope, whose, VIEWS_MAX)) === VIEWS_MAX) {
      throw new Refusal('conflict', `There are ${VIEWS_MAX} views already.`, { code: 'too_many' })
    }
    const { team: _, ...kept } = view
    if (view.isDefault) await clearDefault(scope, whose, view.list)
    const id = await insertView(scope, whose, { ...kept, createdBy: principalOf(actor) })
    if (id === null) throw nameTaken(view)
    const after = viewJson((await findView(scope, id))!)
    audit({ object: auditName(subject, id), before: null, after })
    return taggedSettings(after)
  },
})

/** Whose the view will be. Null: there is no such team. */
async function loadOwner(
  { scope, actor }: Context,
  { team }: NewView,
): Promise<Loaded<ViewOwner> | null> {
  if (team === null) {
    const owner = principalOf(actor)
    return { ...asked({ kind: 'saved-view', owner }), found: { owner, teamNumber: null } }
  }
  const number = await findLimit(scope, 'team', team)
  return number === null || number === undefined
    ? null
    : { resource: { kind: 'team-view', team }, found: { owner: null, teamNumber: number } }
}

type ChangeRequest = {
  readonly id: string
  readonly body: unknown
  readonly precondition: Precondition
}
type ChangeInput = Omit<ChangeRequest, 'body'> & { readonly changes: ViewChanges }

export const changeSavedViewUseCase = defineEdit<ChangeRequest, SavedView, ChangeInput, ViewRow>({
  name: 'saved-views.patch',
  subject,
  parse: ({ body, ...rest }) => {
    const changes = readViewChanges(body)
    return changes.ok ? accepted({ ...rest, changes: changes.value }) : changes
  },
  load: loadView,
  run: async (context, { id, changes, precondition }, found) => {
    const before = taggedSettings(viewJson(found))
    requireUnchanged(before, precondition)
    const after = { ...found, ...changes }
    const answer = taggedSettings(viewJson(after))
    if (before.etag === answer.etag) context.audit({ object: auditName(subject, id) })
    else {
      await keepChanged(context, found, after)
      context.audit({ object: auditName(subject, id), before: before.json, after: answer.json })
    }
    return answer
  },
})

async function keepChanged({ scope }: Context, before: ViewRow, after: ViewRow): Promise<void> {
  const { id, list, name, query, isDefault } = after
  const issues = query === before.query ? [] : viewQueryIssues(list, query)
  if (issues.length > 0) throw refusalOf('invalid', issues)
  if (await isNameTaken(scope, after)) throw nameTaken(after)
  if (isDefault && !before.isDefault) await clearDefault(scope, after, list)
  await updateView(scope, id, { name, query, isDefault })
}

type DeleteRequest = { readonly id: string; readonly precondition: Precondition }

export const deleteSavedViewUseCase = defineEdit<DeleteRequest, null, DeleteRequest, ViewRow>({
  name: 'saved-views.delete',
  subject,
  load: loadView,
  run: async ({ scope, audit }, { id, precondition }, found) => {
    const before = taggedSettings(viewJson(found))
    requireUnchanged(before, precondition)
    await deleteView(scope, id)
    audit({ object: auditName(subject, id), before: before.json, after: null })
    return null
  },
})

function nameTaken({ name }: Pick<ViewRow, 'name'>): Refusal {
  return new Refusal('conflict', `There is a view ${JSON.stringify(name)} of this list already.`, {
    code: 'view_exists',
  })
}
