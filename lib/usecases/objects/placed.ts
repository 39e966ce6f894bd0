// Where an object is placed, or what is placed on it, and what is there without being placed.
import type { RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { type Context, defineRead } from '../define.ts'
import {
  everyPlacement,
  type ListPlacementsInput,
  listPlacementsUseCase,
  type Placement,
} from '../placements/list.ts'
import { type FoundObject, type GetInput, loadObject } from './read.ts'

const SHOWN = 10

type PlacedInput = GetInput & { readonly kind: RelatedKind }

type Shown = Total & { readonly items: readonly Placement[] }

export type PlacedOfObject = {
  readonly placements: Shown
  /** Null: it is neither an application nor a cluster. */
  readonly left: Shown | null
}

export const placedUseCase = defineRead<
  PlacedInput,
  PlacedOfObject,
  PlacedInput,
  FoundObject<Kind>
>({
  name: 'objects.placed',
  load: (context, input) => loadObject<Kind>(input.kind)(context, input),
  run: async (context, { at, kind }, { object }) => {
    const where = placementsOf(object)
    return {
      placements: await firstOf(context, at, where),
      left: isSideOfPairs(kind) ? await firstOf(context, at, { ...where, placed: false }) : null,
    }
  },
})

/** Whether pairs are of such objects: an application and a cluster. */
export function isSideOfPairs(kind: Kind): kind is 'application' | 'cluster' {
  return kind === 'application' || kind === 'cluster'
}

type Where = Partial<Record<'namespace' | 'application' | 'cluster' | 'policy', string>>

/** The filter of placements that takes those of an object. */
export function placementsOf(object: ModelObject): Where {
  switch (object.kind) {
    case 'application':
      return { namespace: object.team, application: object.name }
    case 'cluster':
      return { cluster: object.name }
    case 'team':
      return { namespace: object.name }
    default:
      return { policy: object.name }
  }
}

async function firstOf(
  context: Context,
  at: GetInput['at'],
  where: Partial<ListPlacementsInput['filter']>,
): Promise<Shown> {
  const { items, total, totalIsExact } = await listPlacementsUseCase.within(context, {
    at,
    filter: { ...everyPlacement, ...where },
    after: null,
    limit: SHOWN,
  })
  return { items, total, totalIsExact }
}
