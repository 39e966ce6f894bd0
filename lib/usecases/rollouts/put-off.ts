// A look at a rollout that waits for other applications. What they need is read of all clusters of its next wave, and no edit waits
// for that as long as there is nothing to release.
import { inTenant } from '#db/client.ts'
import { putOffRollout } from '#db/queries/due-rollouts.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { advance } from '#lib/domain/rollouts/advance.ts'
import type { Services } from '../services.ts'
import type { TenantIdentity } from '../session.ts'
import type { StepInput } from './advance.ts'
import { readStanding } from './standing.ts'
import { readRollout } from './stored.ts'

/**
 * Has a rollout looked at later on which nothing comes to pass now, and answers whether it does. Where people are asked about its
 * waves, it never does: whom they wait for may differ, too.
 */
export function putOff(
  { database, fleets }: Services,
  { id: tenant }: TenantIdentity,
  { id, seq }: StepInput,
): Promise<boolean> {
  return inTenant(database, tenant, async (tx) => {
    const scope = { tx, tenant }
    const { lastChange } = await readTenantState(scope, { lock: false })
    const stored = await readRollout(scope, id)
    if (stored?.row.state !== 'running' || stored.row.seq !== seq) return false
    const { row, rollout } = stored
    if (rollout.waves.some(({ rule }) => rule.before.approvals !== null)) return false
    const { known, now } = await readStanding(scope, await fleets.at(scope, lastChange), stored)
    const facts = { ...known, digests: [] }
    const { rollout: after, release, failure, due } = advance(rollout, facts, now.getTime())
    const isSame = after === rollout && release === null && failure === null
    return isSame && due !== null && putOffRollout(scope, row, new Date(due))
  })
}
