// The fleets that this process keeps in memory, one a tenant, each as it is after a known change. Brought up to date by
// reading what the changes since then touched, so that the cost of staying current follows the edits.
import { loadModel, loadModelEdits } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { editOfRow } from './changes/edit.ts'

type Known = { readonly change: number; readonly fleet: Fleet }

export type FleetStore = {
  /** The tenant's fleet after a change, or after a later one when this process knows that already. */
  at(scope: TenantScope, change: number): Promise<Fleet>
  /** Takes over a fleet that was just committed. */
  keep(tenant: number, change: number, fleet: Fleet): void
}

export function createFleetStore(): FleetStore {
  const newest = new Map<number, Known>()

  function keep(tenant: number, change: number, fleet: Fleet) {
    const known = newest.get(tenant)
    if (!known || known.change < change) newest.set(tenant, { change, fleet })
  }

  async function at(scope: TenantScope, change: number): Promise<Fleet> {
    const known = newest.get(scope.tenant)
    if (known && known.change >= change) return known.fleet
    const rows = known
      ? await loadModelEdits(scope, known.change, change)
      : await loadModel(scope, change)
    const fleet = (known?.fleet ?? emptyFleet()).with(rows.map(editOfRow))
    keep(scope.tenant, change, fleet)
    return fleet
  }

  return { at, keep }
}
