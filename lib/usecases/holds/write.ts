// Has a cluster keep its version of an application until a date, and lets it go again.
import { readInstant } from '#db/queries/clock.ts'
import { wakeRolloutsOf } from '#db/queries/due-rollouts.ts'
import { countHoldsOn } from '#db/queries/holds.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { type Hold, holdIssues } from '#lib/domain/releases/hold.ts'
import type { Release, ReleaseChange } from '#lib/domain/releases/release.ts'
import { bitsOf, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import { type HoldInput, holdInput } from '#lib/schemas/hold.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import { defineEdit, type EditContext, notFound } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { askedIn } from '../rollouts/environment.ts'
import { requireFollowsVersions } from '../rollouts/start.ts'
import {
  countHoldsOf,
  type FoundPair,
  holdOn,
  type HoldRef,
  holdSubject,
  loadPair,
  nameOfHold,
} from './find.ts'
import { type HoldAnswer, readHold } from './read.ts'

export type DeleteHoldInput = {
  readonly ref: HoldRef
  readonly precondition: Precondition
  readonly options: WriteOptions
}
export type PutHoldRequest = DeleteHoldInput & { readonly body: unknown }
type PutHoldInput = DeleteHoldInput & { readonly asked: HoldInput }

type Impact = Extract<WriteOutcome, { kind: 'impact' }>

export type PutHoldOutcome =
  | Impact
  | (HoldAnswer & {
      readonly kind: 'held'
      /** Null: it was as it was sent. */
      readonly change: number | null
      readonly isNew: boolean
    })

export const putHoldUseCase = defineEdit<PutHoldRequest, PutHoldOutcome, PutHoldInput, FoundPair>({
  name: 'holds.put',
  subject: holdSubject,
  parse: ({ body, ...request }) => {
    const shape = readShape(holdInput, body)
    return shape.ok ? { ok: true, value: { ...request, asked: shape.value } } : shape
  },
  recall: (context, input) => recallOutcome<PutHoldOutcome>(context, input),
  load: loadPair,
  isDryRun: ({ options }) => options.dryRun,
  run: put,
})

async function put(
  context: EditContext,
  { asked, precondition, options }: PutHoldInput,
  pair: FoundPair,
): Promise<PutHoldOutcome> {
  const { scope, actor, audit } = context
  const fleet = await context.fleet()
  requireFollowsVersions(pair.application.object)
  const [present, held] = [await readHold(context, pair), holdOn(fleet, pair)]
  requireSeen(present, precondition)
  const known = held?.object.hold ?? null
  const release = held?.object ?? requireReleased(fleet, pair)
  const now = (await readInstant(scope)).getTime()
  const until = Date.parse(asked.until)
  const { reason } = asked
  const hold: Hold = { until, since: known?.since ?? now, reason, by: actor.name }
  requireAllowed(fleet, pair, hold, known, now)
  if (known === null) await requireRoom(context, fleet, pair)
  if (present !== null && !options.dryRun && isSame(known, hold)) {
    audit({ object: nameOfHold(pair) })
    return remembered(context, options, { kind: 'held', change: null, isNew: false, ...present })
  }
  const releases = replacing(held, heldBy(release, pair, hold))
  const outcome = await submitDrafts(context, {
    action: 'holds.put',
    drafts: [],
    // What is remembered is the hold itself.
    options: { ...options, idempotency: null },
    ownReason: `${wordsOf(pair)} until ${minuteText(new Date(until))}: ${reason}`,
    releases: () => releases,
    touches: touchedBy(pair),
  })
  if (outcome.kind === 'impact') return outcome
  const { change } = outcome
  await wakeRolloutsOf(scope, [pair.application.id])
  const answer = (await readHold(context, pair))!
  audit({ object: nameOfHold(pair), before: present && present.json, after: answer.json, change })
  const told = { kind: 'held' as const, change, isNew: present === null, ...answer }
  return remembered(context, options, told)
}

export const deleteHoldUseCase = defineEdit<
  DeleteHoldInput,
  WriteOutcome,
  DeleteHoldInput,
  FoundPair
>({
  name: 'holds.delete',
  subject: holdSubject,
  recall: recallOutcome,
  load: loadPair,
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { precondition, options }, pair) => {
    const present = await readHold(context, pair)
    const held = holdOn(await context.fleet(), pair)
    if (present === null || held === null) throw notFound()
    requireSeen(present, precondition)
    const outcome = await submitDrafts(context, {
      action: 'holds.delete',
      drafts: [],
      options,
      ownReason: `${wordsOf(pair)} no longer`,
      releases: () => ({ ended: [held.id], begun: [] }),
      touches: touchedBy(pair),
    })
    if (outcome.kind === 'impact') return outcome
    await wakeRolloutsOf(context.scope, [pair.application.id])
    const { change } = outcome
    context.audit({ object: nameOfHold(pair), before: present.json, after: null, change })
    return outcome
  },
})

export function wordsOf({ application: { object }, cluster }: FoundPair): string {
  return `${cluster.object.name} holds its version of ${object.team}/${object.name}`
}

export function touchedBy({ application, cluster }: FoundPair) {
  return [
    { kind: 'application', id: application.id },
    { kind: 'cluster', id: cluster.id },
  ] as const
}

function isSame(known: Hold | null, { until, reason }: Hold): boolean {
  return known?.until === until && known.reason === reason
}

/** `held`: the release of the hold that there is. */
function replacing(held: Identified<Release> | null, begun: Release): ReleaseChange {
  return { ended: held === null ? [] : [held.id], begun: [begun] }
}

/** What a release gives, for one cluster alone. */
function heldBy(release: Release, { cluster }: FoundPair, hold: Hold): Release {
  return { ...release, clusters: bitsOf([cluster.id]), current: false, rollout: null, hold }
}

function requireSeen(present: HoldAnswer | null, precondition: Precondition): void {
  if (precondition === '*' || (present !== null && precondition.includes(present.etag))) return
  const what = 'The hold was changed since you read it. Read it again, and decide again.'
  throw new Refusal('precondition_failed', what, {
    members: { etag: present && present.etag },
  })
}

function requireReleased(fleet: Fleet, { application, cluster }: FoundPair): Release {
  const isPlaced = hasBit(fleet.placements[application.id] ?? NO_BITS, cluster.id)
  const delivery = isPlaced ? deliveryOn(fleet, application.id, cluster.id) : null
  if (delivery?.release) return delivery.release
  const reason = `Nothing of ${application.object.name} is released on ${cluster.object.name} that it could hold.`
  throw new Refusal('conflict', reason, { code: 'not_released' })
}

/** What is there may be shortened, and its reason be edited, whatever the environment allows by now. */
function requireAllowed(
  fleet: Fleet,
  { cluster }: FoundPair,
  hold: Hold,
  known: Hold | null,
  now: number,
): void {
  const { environment } = cluster.object
  const { holdMs } = askedIn(fleet, environment)
  if (holdMs === null && (known === null || hold.until > known.until)) {
    const where = environment === '' ? 'without an environment' : `of environment ${environment}`
    const reason = `No cluster ${where} may hold a version: an admin allows it by the environment’s field hold.`
    throw new Refusal('conflict', reason, { code: 'hold_not_allowed' })
  }
  const issues = holdIssues(hold, known, holdMs ?? 0, now)
  if (issues.length > 0) throw refusalOf('invalid', issues)
}

/** Of one application, and of one cluster: what they hold is looked at with everything that is released. */
const HOLDS_MAX = 200

async function requireRoom(
  { scope }: EditContext,
  fleet: Fleet,
  { application, cluster }: FoundPair,
): Promise<void> {
  const held = Math.max(countHoldsOf(fleet, application.id), await countHoldsOn(scope, cluster.id))
  if (held < HOLDS_MAX) return
  const reason = `At most ${HOLDS_MAX} clusters hold one application, and one cluster ${HOLDS_MAX} of them.`
  throw new Refusal('conflict', reason, { code: 'too_many' })
}
