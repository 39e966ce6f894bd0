// The end of a hold whose time is over, which Berth brings about by itself.
import { readInstant } from '#db/queries/clock.ts'
import { wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import { type DueHold, putOffHold } from '#db/queries/holds.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { freezesOn } from '#lib/domain/impact/freezes.ts'
import { earliest, type Gate, timeGates } from '#lib/domain/rollouts/gates.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { submitDrafts } from '../changes/submit.ts'
import { PLAIN_WRITE } from '../changes/write-options.ts'
import { defineOwnEdit } from '../define.ts'
import { askedIn } from '../rollouts/environment.ts'
import { type FoundPair, nameOfHold } from './find.ts'
import { readHold } from './read.ts'
import { touchedBy, wordsOf } from './write.ts'

export type EndOutcome = {
  /** The change that ended it; null: none did. */
  readonly change: number | null
}

const NOTHING: EndOutcome = { change: null }

/** A freeze that time alone doesn’t end wakes it when somebody lifts it; until then it is looked at so often. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * Ends a hold that is due, as a change of its own. In a freeze, and outside the hours of the environment, it is put off, as a wave
 * is. Does nothing if somebody was first.
 */
export const endHold = defineOwnEdit<DueHold, EndOutcome>(async (context, { id, application }) => {
  passFailPoint('C1')
  const { scope } = context
  // Nothing is saved until an admin decides between Git and the database.
  if ((await context.state()).gitStop !== null) return NOTHING
  const fleet = await context.fleet()
  // One that was extended since is another release.
  const pair = findDue(fleet, { id, application })
  if (pair === null) return NOTHING
  const now = (await readInstant(scope)).getTime()
  const gates = gatesOn(fleet, pair, now)
  if (gates.some(({ waiting }) => waiting !== null)) {
    const due = earliest(gates.map((gate) => gate.due))
    await putOffHold(scope, id, new Date(due ?? now + LOOK_AGAIN_MS))
    return NOTHING
  }
  passFailPoint('C2')
  const before = await readHold(context, pair)
  const outcome = await submitDrafts(context, {
    action: 'holds.end',
    drafts: [],
    options: PLAIN_WRITE,
    ownReason: `${wordsOf(pair)} no longer: its time is over`,
    releases: () => ({ ended: [id], begun: [] }),
    touches: touchedBy(pair),
    isCarriedOut: true,
  })
  if (outcome.kind !== 'kept' || outcome.change === null) throw new Error('a hold did not end')
  const { change } = outcome
  await wakeRolloutsOf(scope, [application])
  const json = before && before.json
  const object = nameOfHold(pair)
  context.audit({ action: 'holds.end', object, before: json, after: null, change })
  passFailPoint('C3')
  return { change }
})

/** Null: it ended. */
function findDue(fleet: Fleet, due: DueHold): FoundPair | null {
  const release = (fleet.releases[due.application] ?? []).find(({ id }) => id === due.id)?.object
  const application = fleet.applications.slots[due.application]
  const [id = -1] = idsIn(release?.clusters ?? [])
  const cluster = fleet.clusters.slots[id]
  if (application === undefined || cluster === undefined) return null
  return {
    application: { id: due.application, object: application },
    cluster: { id, object: cluster },
  }
}

function gatesOn(fleet: Fleet, { application, cluster }: FoundPair, now: number): readonly Gate[] {
  const { environment } = cluster.object
  const { hours } = askedIn(fleet, environment)
  const freezes = freezesOn(fleet, application.object, environment)
  return timeGates({ hours, freezes }, now)
}
