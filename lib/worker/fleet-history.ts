// Fleets as they were after given changes, a few of each tenant kept in memory. Unlike the store that answers requests,
// this never gives a later fleet than was asked for: a commit contains what its changes did, and nothing of later ones.
import { loadModel, loadModelEdits } from '#db/queries/model.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { editOfRow } from '#lib/usecases/changes/edit.ts'

const KEPT_FLEETS = 8

export type FleetStep = {
  readonly before: Fleet
  readonly after: Fleet
  readonly edits: readonly Edit[]
}

export class FleetHistory {
  readonly #known = new Map<number, Map<number, Fleet>>()

  /** The fleets after two changes, and the edits between them. */
  async step(scope: TenantScope, from: number, to: number): Promise<FleetStep> {
    const before = await this.#at(scope, from)
    const edits = (await loadModelEdits(scope, from, to)).map(editOfRow)
    const after = this.#find(scope.tenant, to) ?? before.with(edits)
    this.#keep(scope.tenant, to, after)
    return { before, after, edits }
  }

  /** Forgets a tenant whose fleet may have been read wrongly. */
  forget(tenant: number): void {
    this.#known.delete(tenant)
  }

  async #at(scope: TenantScope, change: number): Promise<Fleet> {
    const known = this.#find(scope.tenant, change)
    if (known !== undefined) return known
    const nearest = this.#nearest(scope.tenant, change)
    const rows = nearest
      ? await loadModelEdits(scope, nearest.change, change)
      : await loadModel(scope, change)
    const fleet = (nearest?.fleet ?? emptyFleet()).with(rows.map(editOfRow))
    this.#keep(scope.tenant, change, fleet)
    return fleet
  }

  #find(tenant: number, change: number): Fleet | undefined {
    return this.#known.get(tenant)?.get(change)
  }

  /** The newest known fleet from before a change. */
  #nearest(tenant: number, change: number): { change: number; fleet: Fleet } | null {
    const earlier = [...(this.#known.get(tenant) ?? [])].filter(([known]) => known < change)
    const [nearest] = earlier.sort(([a], [b]) => b - a)
    return nearest === undefined ? null : { change: nearest[0], fleet: nearest[1] }
  }

  #keep(tenant: number, change: number, fleet: Fleet): void {
    const known = this.#known.get(tenant) ?? new Map<number, Fleet>()
    this.#known.set(tenant, known)
    known.delete(change)
    known.set(change, fleet)
    for (const oldest of known.keys()) {
      if (known.size <= KEPT_FLEETS) return
      known.delete(oldest)
    }
  }
}
