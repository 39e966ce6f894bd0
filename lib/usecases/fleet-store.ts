// The fleets that this process keeps in memory, one a tenant, each as it is after a known change. Brought up to date by
// reading what the changes since then touched, so that the cost of staying current follows the edits.
import { loadModel, loadModelEdits } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { editOfRow } from './changes/edit.ts'

type Known = { readonly change: number; readonly fleet: Fleet }

export type FleetStore = {
  /** The tenant's fleet after a change, or after a later one when this process knows that already. */
  at(scope: TenantScope, change: number): Promise<Fleet>
  /** Takes over a fleet that was just committed, and the objects in it that the change began. */
  keep(tenant: number, change: number, fleet: Fleet, begun: Iterable<ModelObject>): void
  /** The change that began an object of a fleet from here. */
  beganOf(object: ModelObject): number
}

export function createFleetStore(): FleetStore {
  const newest = new Map<number, Known>()
  // An object is never changed, so its entry holds for as long as a fleet has it.
  const began = new WeakMap<ModelObject, number>()

  function know(tenant: number, change: number, fleet: Fleet) {
    const known = newest.get(tenant)
    if (!known || known.change < change) newest.set(tenant, { change, fleet })
  }

  async function at(scope: TenantScope, change: number): Promise<Fleet> {
    const known = newest.get(scope.tenant)
    if (known && known.change >= change) return known.fleet
    const rows = known
      ? await loadModelEdits(scope, known.change, change)
      : await loadModel(scope, change)
    const edits = rows.map(editOfRow)
    for (const [index, { after }] of edits.entries())
      if (after) began.set(after, rows[index]!.began!)
    const fleet = (known?.fleet ?? emptyFleet()).with(edits)
    know(scope.tenant, change, fleet)
    return fleet
  }

  function keep(tenant: number, change: number, fleet: Fleet, begun: Iterable<ModelObject>) {
    for (const object of begun) began.set(object, change)
    know(tenant, change, fleet)
  }

  function beganOf(object: ModelObject): number {
    const change = began.get(object)
    if (change === undefined)
      throw new Error(`${object.kind} ${object.name} is of no fleet from here`)
    return change
  }

  return { at, keep, beganOf }
}
