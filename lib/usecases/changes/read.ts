import { changeAt } from '#db/queries/changes.ts'
import {
  type ChangeQuery,
  type ChangeRow,
  countChanges,
  type EditedObject,
  listChanges,
  listEditedObjects,
} from '#db/queries/change-lists.ts'
import { readableTeams } from '#lib/domain/permissions.ts'
import { type Context, defineUseCase, notFound } from '../define.ts'
import { asRead } from '../objects/noun.ts'

/** A change edits a handful of objects, or was an import; of that the first are shown. */
const EDITED_MAX = 100

export type Change = ChangeRow & { readonly edited: readonly EditedObject[] }

export type ListChangesInput = {
  readonly at: Date | null
  readonly filter: Omit<ChangeQuery, 'upTo' | 'teams'>
  readonly before: number | null
  readonly limit: number
}

export type ChangeList = {
  readonly items: readonly Change[]
  /** The number to go on before; null: this is the last page. */
  readonly next: number | null
  readonly total: number
}

export const listChangesUseCase = defineUseCase<ListChangesInput, ChangeList>({
  name: 'changes.list',
  read: asRead,
  permission: 'read',
  resource: () => ({ kind: 'tenant' }),
  run: async (context, { at, filter, before, limit }) => {
    const { scope, actor } = context
    const upTo = at && (await changeAt(scope, at))
    const query = { ...filter, upTo, teams: readableTeams(actor) }
    const rows = await listChanges(scope, query, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const items = await Promise.all(page.map((row) => withEdited(context, row, 1)))
    return {
      items,
      next: rows.length > limit ? page.at(-1)!.id : null,
      total: await countChanges(scope, query),
    }
  },
})

export type GetChangeInput = { readonly id: number }

export const getChangeUseCase = defineUseCase<GetChangeInput, Change>({
  name: 'changes.get',
  read: asRead,
  permission: 'read',
  resource: () => ({ kind: 'tenant' }),
  run: async (context, { id }) => {
    const query = {
      upTo: id,
      actor: null,
      kind: null,
      name: null,
      namespace: null,
      from: null,
      to: null,
      teams: readableTeams(context.actor),
    }
    const [row] = await listChanges(context.scope, query, { before: id + 1, limit: 1 })
    if (row?.id !== id) throw notFound()
    return withEdited(context, row, EDITED_MAX)
  },
})

async function withEdited({ scope, actor }: Context, row: ChangeRow, max: number): Promise<Change> {
  const edited =
    row.objects <= max || max === EDITED_MAX
      ? await listEditedObjects(scope, row.id, readableTeams(actor), max)
      : []
  return { ...row, edited }
}
