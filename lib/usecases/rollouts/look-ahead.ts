// A look at rollouts before their steps: no edit waits meanwhile. Where nothing comes to pass, there is no step. Otherwise it takes
// what was read, as far as that still holds.
import { inTenant } from '#db/client.ts'
import { type DueRollout, type PutOff, putOffRollouts } from '#db/queries/due-rollouts.ts'
import { readRolloutInstants } from '#db/queries/rollout-instants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { advance } from '#lib/domain/rollouts/advance.ts'
import { asksPeople } from '#lib/domain/rollouts/gates-after.ts'
import type { Advanced, Rollout } from '#lib/domain/rollouts/rollout.ts'
import type { Services } from '../services.ts'
import type { TenantIdentity } from '../session.ts'
import { keptWaiting } from './kept-waiting.ts'
import type { Seen } from './seen.ts'
import { readStanding } from './standing.ts'
import { readRollouts, type StoredRollout } from './stored.ts'

/** `isPutOff`: there is nothing to step for now. `seen` null: the step reads all by itself. */
type Ahead = { readonly isPutOff: boolean; readonly seen: Seen | null }

/** Has those looked at later on which nothing comes to pass now; answers by their ids what was seen. `seq`: as whoever found one due saw it. */
export function lookAhead(
  { database, fleets }: Services,
  { id: tenant }: TenantIdentity,
  due: readonly Pick<DueRollout, 'id' | 'seq'>[],
): Promise<ReadonlyMap<number, Ahead>> {
  const ids = due.map(({ id }) => id)
  return inTenant(
    database,
    tenant,
    async (tx) => {
      const scope = { tx, tenant }
      const { lastChange } = await readTenantState(scope, { lock: false })
      const [rollouts, instants] = await Promise.all([
        readRollouts(scope, ids),
        readRolloutInstants(scope, ids),
      ])
      const nowOf = new Map(instants.map(({ rollout, at }) => [rollout, at]))
      const fleet = await fleets.at(scope, lastChange)
      const looks: (Look & { readonly id: number })[] = []
      for (const { id, seq } of due) {
        const stored = rollouts.get(id)
        if (stored?.row.state !== 'running' || stored.row.seq !== seq) continue
        if (fleet.applications.slots[stored.rollout.application] === undefined) continue
        looks.push({ id, ...(await lookAt(scope, fleet, stored, nowOf.get(id)!)) })
      }
      // Last, so that nobody waits long for one of these rows.
      const off = await putOffRollouts(
        scope,
        looks.flatMap(({ putOff }) => putOff ?? []),
      )
      return new Map(looks.map(({ id, seen }) => [id, { isPutOff: off.has(id), seen }]))
    },
    { plansOnce: true },
  )
}

/** `putOff` null: something comes to pass. */
type Look = { readonly seen: Seen; readonly putOff: PutOff | null }

async function lookAt(
  scope: TenantScope,
  fleet: Fleet,
  stored: StoredRollout,
  now: Date,
): Promise<Look> {
  const { known, evidence } = await readStanding(scope, fleet, stored, { now, seen: null })
  const { placed, publishedAt, reports } = known
  const seen = { at: now, fleet, placed, publishedAt, reports, evidence }
  const waits = waitsIn(stored.rollout, known, now)
  if (waits === null) return { seen, putOff: null }
  const to = waits.due === null ? null : new Date(waits.due)
  return { seen, putOff: { ...stored.row, to, waiting: keptWaiting(waits.waiting) } }
}

/**
 * What it waits for, and when time alone can let it go on, if nothing comes to pass now; `due` null: something else has to happen first. Null where
 * something does, or people are asked about its waves: whom they wait for may differ, too.
 */
function waitsIn(
  rollout: Rollout,
  known: Awaited<ReturnType<typeof readStanding>>['known'],
  now: Date,
): Pick<Advanced, 'due' | 'waiting'> | null {
  const { wave, waves } = rollout
  if (waves.some(({ rule }) => rule.before.approvals !== null)) return null
  if (asksPeople(waves[wave]!, known)) return null
  const facts = { ...known, digests: [] }
  const said = advance(rollout, facts, now.getTime())
  const isStill = said.rollout === rollout && said.release === null && said.failure === null
  return isStill ? said : null
}
