// A look at a rollout of which much is to be read, before a step: no edit waits meanwhile. Where nothing comes to pass, there is no
// step. Otherwise it takes what was read, as far as that still holds.
import { inTenant } from '#db/client.ts'
import { putOffRollout } from '#db/queries/due-rollouts.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { advance } from '#lib/domain/rollouts/advance.ts'
import { asksPeople } from '#lib/domain/rollouts/gates-after.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import type { Services } from '../services.ts'
import type { TenantIdentity } from '../session.ts'
import type { RolloutRef } from './find.ts'
import type { Seen } from './seen.ts'
import { readStanding } from './standing.ts'
import { readRollout } from './stored.ts'

/** `isPutOff`: there is nothing to step for now. `seen` null: the step reads all by itself. */
type Ahead = { readonly isPutOff: boolean; readonly seen: Seen | null }

const NOTHING: Ahead = { isPutOff: false, seen: null }

/** Has a rollout looked at later on which nothing comes to pass now. `seq`: as whoever found it due saw it. */
export function lookAhead(
  { database, fleets }: Services,
  { id: tenant }: TenantIdentity,
  { id, seq }: RolloutRef & { readonly seq: number },
): Promise<Ahead> {
  return inTenant(database, tenant, async (tx) => {
    const scope = { tx, tenant }
    const { lastChange } = await readTenantState(scope, { lock: false })
    const stored = await readRollout(scope, id)
    if (stored?.row.state !== 'running' || stored.row.seq !== seq) return NOTHING
    const { row, rollout } = stored
    const fleet = await fleets.at(scope, lastChange)
    if (fleet.applications.slots[rollout.application] === undefined) return NOTHING
    const { known, evidence, now } = await readStanding(scope, fleet, stored, null)
    const { placed, publishedAt, reports } = known
    const seen = { at: now, fleet, placed, publishedAt, reports, evidence }
    const due = dueIfNothing(rollout, known, now)
    const isPutOff = due !== null && (await putOffRollout(scope, row, new Date(due)))
    return { isPutOff, seen }
  })
}

/**
 * When time alone can let it go on, if nothing comes to pass now. Null where people are asked about its waves: whom they wait for
 * may differ, too.
 */
function dueIfNothing(
  rollout: Rollout,
  known: Awaited<ReturnType<typeof readStanding>>['known'],
  now: Date,
): number | null {
  const { wave, waves } = rollout
  if (waves.some(({ rule }) => rule.before.approvals !== null)) return null
  if (asksPeople(waves[wave]!, known)) return null
  const facts = { ...known, digests: [] }
  const { rollout: after, release, failure, due } = advance(rollout, facts, now.getTime())
  return after === rollout && release === null && failure === null ? due : null
}
