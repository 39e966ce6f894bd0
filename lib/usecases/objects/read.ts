// Reading the objects that people describe: one, and lists of one kind.
import { changeAt } from '#db/queries/changes.ts'
import {
  listObjects,
  type ObjectPosition,
  type ObjectQuery,
  type ObjectRow,
  readObject,
} from '#db/queries/objects.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { asked, defineUseCase, notFound, type UseCase } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'
import { asRead, type RefParameters, refFromPath, resourceOf } from './noun.ts'
import { type Representation, representRow } from './represent.ts'

export type GetInput = { readonly ref: RefParameters; readonly at: Date | null }

export function getUseCase(kind: Kind): UseCase<GetInput, Representation> {
  return defineUseCase<GetInput, Representation>({
    name: `${kinds[kind].collection}.get`,
    read: asRead,
    permission: 'read',
    load: () => asked({ kind: 'tenant' }),
    run: async ({ scope, actor, authorize }, { ref, at }) => {
      const change = at && (await changeAt(scope, at))
      const reach = { change, teams: readableTeams(actor) }
      const row = await readObject(scope, refFromPath(kind, ref), reach)
      if (!row) throw notFound()
      const representation = representRow(kind, row)
      authorize('read', resourceOf(representation.object))
      return representation
    },
  })
}

export type ListInput = {
  readonly at: Moment
  readonly filter: Pick<ObjectQuery, 'selector' | 'text' | 'sort'>
  readonly after: ObjectPosition | null
  readonly limit: number
}

export type ObjectList = Total & {
  readonly items: readonly Representation[]
  /** Where the next page goes on; null: this is the last. */
  readonly next: ObjectPosition | null
  /** The change after which this is; a later page can be read `at` it. */
  readonly asOf: number
}

export function listUseCase(kind: Kind): UseCase<ListInput, ObjectList> {
  return defineUseCase<ListInput, ObjectList>({
    name: `${kinds[kind].collection}.list`,
    read: asRead,
    permission: 'read',
    load: () => asked({ kind: 'tenant' }),
    run: async ({ scope, actor }, { at, filter, after, limit }) => {
      const { change, asOf } = await readMoment(scope, at)
      const query = { kind, change, teams: readableTeams(actor), ...filter }
      const { rows, ...total } = await listObjects(scope, query, { after, limit: limit + 1 })
      const items = rows.slice(0, limit)
      return {
        items: items.map((row) => representRow(kind, row)),
        next: rows.length > limit ? positionOf(items.at(-1)!) : null,
        ...total,
        asOf,
      }
    },
  })
}

function positionOf({ name, team, began }: ObjectRow): ObjectPosition {
  return { name, team: team ?? '', began }
}
