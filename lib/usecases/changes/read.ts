import {
  type ChangeQuery,
  type ChangeRow,
  countChanges,
  type EditedObject,
  listChanges,
  listEditedObjects,
} from '#db/queries/change-lists.ts'
import { findEverNamed } from '#db/queries/revisions.ts'
import { can, objectResource, readableTeams } from '#lib/domain/access/permissions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { isOwned } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { asked, type Context, defineRead, notFound } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'

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
    const { scope, actor } = context
    const { change: upTo, asOf } = await readMoment(context, at)
    const ref = filter.object ?? null
    const object = ref && (await findObjectOf(context, ref))
    if (ref !== null && object === null) return { items: [], next: null, ...countedTotal(0), asOf }
    const query = { ...everyChange, ...filter, object, upTo, teams: readableTeams(actor) }
    const rows = await listChanges(scope, query, { after: before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    // In a list, only changes of a single object name it; the objects of an import are shown with the change itself.
    const single = page.filter(({ objects }) => objects === 1).map(({ id }) => id)
    const edited = await listEditedObjects(scope, single, query.teams, single.length)
    return {
      items: page.map((row) => ({ ...row, edited: edited.get(row.id) ?? [] })),
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
  const owner = isOwned(ref.kind, 'itself') ? ref.name : ref.team
  if (!can(actor, 'read', objectResource(ref.kind, owner))) return null
  const id = findObject(await fleet(), ref)?.id ?? (await findEverNamed(scope, ref))
  return id === null ? null : { kind: ref.kind, id }
}

export type GetChangeInput = { readonly id: number }

export const getChangeUseCase = defineRead<GetChangeInput, Change>({
  name: 'changes.get',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { id }) => {
    const row = await readChange(context, id)
    if (row === null) throw notFound()
    const teams = readableTeams(context.actor)
    const edited = await listEditedObjects(context.scope, [id], teams, EDITED_MAX)
    return { ...row, edited: edited.get(id) ?? [] }
  },
})

/** Null: there is no such change, or none that the actor may see. */
export async function readChange({ scope, actor }: Context, id: number): Promise<ChangeRow | null> {
  const query = { ...everyChange, object: null, upTo: id, teams: readableTeams(actor) }
  const [row] = await listChanges(scope, query, { after: null, limit: 1 })
  return row?.id === id ? row : null
}
