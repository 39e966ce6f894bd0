import {
  type ChangeQuery,
  type ChangeRow,
  countChanges,
  type EditedObject,
  listChanges,
  listEditedObjects,
} from '#db/queries/change-lists.ts'
import { findEverNamed } from '#db/queries/revisions.ts'
import {
  can,
  isConcerningKind,
  objectResource,
  readableTeams,
} from '#lib/domain/access/permissions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { isOwned } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { asked, type Context, defineRead, notFound } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'
import { allConcerningIds, resourceAmong } from '../objects/concerning.ts'
import { storedObject } from '../objects/stored-object.ts'

/** A change edits a handful of objects, or is an import, of which the first are shown. */
const EDITED_MAX = 100

export type Change = ChangeRow & { readonly edited: readonly EditedObject[] }

type ChangeFilter = Omit<ChangeQuery, 'upTo' | 'teams' | 'object'> & {
  /** The application, cluster or team that they edited, or whose placements they moved. */
  readonly object: ObjectRef | null
}

export type ListChangesInput = {
  readonly at: Moment
  /** Absent filters exclude nothing; the newest change is first. */
  readonly filter: Partial<ChangeFilter>
  /** The last change of the page before; null: this is the first. */
  readonly before: number | null
  readonly limit: number
}

export const everyChange: ChangeFilter = {
  actor: null,
  kind: null,
  name: null,
  namespace: null,
  object: null,
  from: null,
  to: null,
  hasReason: null,
  environment: null,
  text: null,
  descending: true,
}

export type ChangeList = Total & {
  readonly items: readonly Change[]
  /** The number after which the next page begins; null: this is the last one. */
  readonly next: number | null
  /** The change as of which this is read; a later page can be read `at` it. */
  readonly asOf: number
}

export const listChangesUseCase = defineRead<ListChangesInput, ChangeList>({
  name: 'changes.list',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, filter, before, limit }) => {
    const { scope } = context
    const { change: upTo, asOf } = await readMoment(context, at)
    const ref = filter.object ?? null
    const object = ref && (await findObjectOf(context, ref))
    if (ref !== null && object === null) return { items: [], next: null, ...countedTotal(0), asOf }
    const readers = await readersOf(context)
    const query = { ...everyChange, ...filter, object, upTo, ...readers }
    const rows = await listChanges(scope, query, { after: before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    // In a list, only changes of a single object name it; the objects of an import are shown with the change itself.
    const single = page.filter(({ objects }) => objects === 1).map(({ id }) => id)
    const edited = await listEditedObjects(scope, single, readers, single.length)
    const shown = await seenStates(context)
    return {
      items: page.map((row) => ({ ...row, edited: shown(edited.get(row.id)) })),
      next: rows.length > limit ? page.at(-1)!.id : null,
      ...(await countChanges(scope, query)),
      asOf,
    }
  },
})

/** The object, which may be gone by now; null: there never was such a one, or the actor may not see it. */
async function findObjectOf(
  { scope, actor, fleet }: Context,
  ref: ObjectRef,
): Promise<ChangeQuery['object']> {
  const now = await fleet()
  const found = findObject(now, ref)
  const owner = isOwned(ref.kind, 'itself') ? ref.name : ref.team
  const resource =
    found && isConcerningKind(ref.kind)
      ? resourceAmong(now, actor, found.object)
      : objectResource(ref.kind, owner)
  if (!can(actor, 'read', resource)) return null
  const id = found?.id ?? (await findEverNamed(scope, ref))
  return id === null ? null : { kind: ref.kind, id }
}

export type GetChangeInput = { readonly id: number }

export const getChangeUseCase = defineRead<GetChangeInput, Change>({
  name: 'changes.get',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { id }) => {
    const row = await readChange(context, id)
    if (row === null) throw notFound()
    const readers = await readersOf(context)
    const edited = await listEditedObjects(context.scope, [id], readers, EDITED_MAX)
    const shown = await seenStates(context)
    return { ...row, edited: shown(edited.get(id)) }
  },
})

/** Null: there is no such change, or none that the actor may see. */
export async function readChange(context: Context, id: number): Promise<ChangeRow | null> {
  const query = { ...everyChange, object: null, upTo: id, ...(await readersOf(context)) }
  const [row] = await listChanges(context.scope, query, { after: null, limit: 1 })
  return row?.id === id ? row : null
}

async function readersOf(context: Context): Promise<Pick<ChangeQuery, 'teams' | 'concerning'>> {
  const teams = readableTeams(context.actor)
  return teams === null ? { teams } : { teams, concerning: await allConcerningIds(context) }
}

/** Leaves out the states of objects in which these weren't the actor's to see, as if they hadn't been there. */
async function seenStates({
  actor,
  fleet,
}: Context): Promise<(edited?: readonly EditedObject[]) => readonly EditedObject[]> {
  if (readableTeams(actor) === null) return (edited = []) => edited
  const now = await fleet()
  const seen = (kind: EditedObject['kind'], body: unknown) => {
    if (body === null || !isConcerningKind(kind)) return body
    return can(actor, 'read', resourceAmong(now, actor, storedObject(kind, body))) ? body : null
  }
  return (edited = []) =>
    edited.flatMap(({ before, after, ...object }) => {
      const states = { before: seen(object.kind, before), after: seen(object.kind, after) }
      return states.before === null && states.after === null ? [] : [{ ...object, ...states }]
    })
}
