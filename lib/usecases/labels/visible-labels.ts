// The labels of the objects of a kind that somebody may see.
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import type { LabelIndex } from '#lib/domain/labels/label-index.ts'
import { isOwned, kinds, type LabelledKind } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import { type Bits, bitsOf } from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'

/** `among` null: they may see all. */
export async function visibleLabels(
  context: Pick<Context, 'fleet' | 'actor'>,
  kind: LabelledKind,
): Promise<{ readonly index: LabelIndex; readonly among: Bits | null }> {
  const fleet = await context.fleet()
  const teams = readableTeams(context.actor)
  const isOfAll = teams === null || isOwned(kind, 'platform')
  return {
    index: fleet.indexes[kinds[kind].words],
    among: isOfAll ? null : idsOf(teams, shelfOf(fleet, kind)),
  }
}

/** Readers in a team learn nothing about other teams' labels. */
function idsOf(teams: readonly string[], { slots }: Shelf<ModelObject>): Bits {
  const own = new Set<string | null>(teams).add(null)
  return bitsOf(slots.flatMap((object, id) => (object && own.has(ownerOf(object)) ? [id] : [])))
}
