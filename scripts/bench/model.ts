// The model of the stand, as a process has it in memory.
import { loadModel } from '#db/queries/model.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { editOfRow } from '#lib/usecases/changes/edit.ts'
import { inStand, type Stand } from './stand.ts'

export function readModelEdits(stand: Stand): Promise<Edit[]> {
  return inStand(stand, async (scope) => {
    const { lastChange } = await readTenantState(scope, { lock: false })
    return (await loadModel(scope, lastChange)).map(editOfRow)
  })
}

export async function readModel(stand: Stand): Promise<Fleet> {
  return emptyFleet().with(await readModelEdits(stand))
}
