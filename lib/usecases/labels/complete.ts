// Suggestions for somebody who writes a selector: the keys in use, or the values of one key, each with how many objects
// have it.
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import { countKeys, countValues, type LabelCount } from '#lib/domain/fleet/label-counts.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import { isOwned, kinds, type LabelledKind } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import { type Bits, bitsOf } from '#lib/domain/sets/bits.ts'
import { asked, defineRead } from '../define.ts'

export type CompleteLabelsInput = {
  readonly kind: LabelledKind
  /** The key whose values are wanted; null: the keys themselves. */
  readonly key: string | null
  readonly prefix: string
  readonly limit: number
}

export type LabelCompletion = {
  readonly items: readonly LabelCount[]
  /** Whether there are more than `limit`. */
  readonly more: boolean
}

export const completeLabelsUseCase = defineRead<CompleteLabelsInput, LabelCompletion>({
  name: 'labels.complete',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { kind, key, prefix, limit }) => {
    const fleet = await context.fleet()
    const teams = readableTeams(context.actor)
    const isOfAll = teams === null || isOwned(kind, 'platform')
    const among = isOfAll ? null : idsOf(teams, shelfOf(fleet, kind))
    const index = fleet.indexes[kinds[kind].words]
    const question = { prefix, among, limit: limit + 1 }
    const found = key === null ? countKeys(index, question) : countValues(index, key, question)
    return { items: found.slice(0, limit), more: found.length > limit }
  },
})

/** Readers in a team learn nothing about other teams' labels. */
function idsOf(teams: readonly string[], { slots }: Shelf<ModelObject>): Bits {
  const own = new Set<string | null>(teams).add(null)
  return bitsOf(slots.flatMap((object, id) => (object && own.has(ownerOf(object)) ? [id] : [])))
}
