// The whole model of a tenant: every object that people describe, kind by kind.
import type { ObjectPosition } from '#db/queries/object-order.ts'
import { listObjects } from '#db/queries/objects.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { asked, defineRead } from '../define.ts'
import { type Moment, readMoment } from '../moment.ts'
import { concerningIds } from './concerning.ts'
import { positionOf } from './read.ts'
import { storedObject } from './stored-object.ts'

/** After which object of which kind a page begins; `object` null: with the kind's first. */
export type ModelPosition = { readonly kind: Kind; readonly object: ObjectPosition | null }

type ModelInput = {
  readonly at: Moment
  readonly after: ModelPosition | null
  readonly limit: number
}

type ModelPage = {
  readonly items: readonly ModelObject[]
  readonly next: ModelPosition | null
  readonly asOf: number
}

/** A page has objects of one kind, and may be empty before the end. Teams see what is theirs and what is nobody's. */
export const readModelUseCase = defineRead<ModelInput, ModelPage>({
  name: 'model.read',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, after, limit }) => {
    const { kind, object } = after ?? { kind: KINDS[0]!, object: null }
    const { change, asOf } = await readMoment(context, at)
    const teams = readableTeams(context.actor)
    const shared = await concerningIds(context, kind, change)
    const query = { kind, change, teams, shared, selector: null, text: null, sort: BY_NAME }
    const { rows } = await listObjects(context.scope, query, { after: object, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const next =
      rows.length > limit ? { kind, object: positionOf(shown.at(-1)!) } : startAfter(kind)
    return { items: shown.map(({ body }) => storedObject(kind, body)), next, asOf }
  },
})

/** Where the kind that follows begins; null: it is the last. */
function startAfter(kind: Kind): ModelPosition | null {
  const following = KINDS[KINDS.indexOf(kind) + 1]
  return following ? { kind: following, object: null } : null
}
