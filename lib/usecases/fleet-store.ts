// The fleets that this process keeps in memory, one for each tenant, each as of a known change. They are updated by reading
// only what later changes touched, so the cost of staying current depends on the edits.
import { loadModel, loadModelEdits } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { editOfRow } from './changes/edit.ts'

/** Of all tenants: whoever looks at the past asks for several windows of one moment. */
const PAST_KEPT = 2

type Known = { readonly change: number; readonly fleet: Fleet }

export type FleetStore = {
  /** The tenant's fleet as of a change, or of a later one if this process already knows that. */
  at(scope: TenantScope, change: number): Promise<Fleet>
  /** The tenant's fleet as of a change, however old. The last few are kept. */
  past(scope: TenantScope, change: number): Promise<Fleet>
  /** Whether the newest fleet that this process knows of the tenant is the one as of this change. */
  isNewest(tenant: number, change: number): boolean
  /** Takes over a fleet that was just committed, with the objects in it that the change began. */
  keep(tenant: number, change: number, fleet: Fleet, begun: Iterable<ModelObject>): void
  /** The number of the change that began an object of a fleet from here, or one that it was told to keep. */
  beganOf(object: ModelObject): number
}

export function createFleetStore(): FleetStore {
  const newest = new Map<number, Known>()
  let pasts: readonly (Known & { readonly tenant: number })[] = []
  // Objects never change, so an entry is valid as long as a fleet contains the object.
  const began = new WeakMap<ModelObject, number>()

  function know(tenant: number, change: number, fleet: Fleet) {
    const known = newest.get(tenant)
    if (!known || known.change < change) newest.set(tenant, { change, fleet })
  }

  function editsOf(rows: Awaited<ReturnType<typeof loadModel>>): readonly Edit[] {
    const edits = rows.map(editOfRow)
    for (const [index, edit] of edits.entries()) {
      if (edit.kind === 'release' || edit.kind === 'decision') continue
      if (edit.after) began.set(edit.after, rows[index]!.began!)
    }
    return edits
  }

  async function at(scope: TenantScope, change: number): Promise<Fleet> {
    const known = newest.get(scope.tenant)
    if (known && known.change >= change) return known.fleet
    const rows = known
      ? await loadModelEdits(scope, known.change, change)
      : await loadModel(scope, change)
    const fleet = (known?.fleet ?? emptyFleet()).with(editsOf(rows))
    know(scope.tenant, change, fleet)
    return fleet
  }

  async function past(scope: TenantScope, change: number): Promise<Fleet> {
    const { tenant } = scope
    const known = pasts.find((each) => each.tenant === tenant && each.change === change)
    const fleet = known?.fleet ?? emptyFleet().with(editsOf(await loadModel(scope, change)))
    const others = pasts.filter((each) => each !== known)
    pasts = [{ tenant, change, fleet }, ...others].slice(0, PAST_KEPT)
    return fleet
  }

  function isNewest(tenant: number, change: number): boolean {
    return newest.get(tenant)?.change === change
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

  return { at, past, isNewest, keep, beganOf }
}
