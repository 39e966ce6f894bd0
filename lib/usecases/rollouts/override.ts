// Passes gates of a wave that don't hold, and ends what clusters hold, for a reason that stays in the audit.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { membersOf, reachedIn } from '#lib/domain/rollouts/members.ts'
import { type Rollout, wholeGatesOf } from '#lib/domain/rollouts/rollout.ts'
import { freed, isOver, overridden, overriddenOnwards } from '#lib/domain/rollouts/steps.ts'
import { type Bits, bitsOf, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
import { isOverrideReason, OVERRIDE_NEEDS, reasonIssues } from '#lib/domain/text/reason.ts'
import { type OverrideInput, overrideInput } from '#lib/schemas/rollout.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { overriderWords, readNaming } from '../access/overriders.ts'
import { remembered } from '../changes/idempotency.ts'
import { withReleases } from '../changes/release-edits.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { isOverAlready, keepAct, recallAct } from './act.ts'
import { loadRollout, type RolloutRef, rolloutSubject, waveAt } from './find.ts'
import { effectOfEnd, endHolds, type EndedHolds, holdsNamed } from './override-holds.ts'
import { letGoBy, requireConfirmed } from './override-number.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { requireRoomForEvents } from './room.ts'
import { mayPassGates } from './stops.ts'
import type { StoredRollout } from './stored.ts'

export type OverrideRequest = RolloutRef & {
  readonly body: unknown
  readonly options: WriteOptions
}
type OverrideGates = Omit<OverrideRequest, 'body'> & { readonly asked: OverrideInput }

export const overrideRolloutUseCase = defineEdit<
  OverrideRequest,
  RolloutAnswer,
  OverrideGates,
  StoredRollout
>({
  name: 'rollouts.override',
  subject: rolloutSubject,
  parse: ({ body, ...request }) => {
    const shape = readShape(overrideInput, body)
    return shape.ok ? { ok: true, value: { ...request, asked: shape.value } } : shape
  },
  recall: recallAct,
  load: async (context, input) => {
    const loaded = await loadRollout(context, input)
    return loaded && { ...loaded, resource: { kind: 'override', team: loaded.found.row.team } }
  },
  run: async (context, input, stored) => {
    const { rollout } = stored
    const { reason, holds, ...asked } = input.asked
    const { wave, gates } = asked
    requireReason(reason)
    requireAnything(input.asked)
    requireLater(input.asked)
    await requireOverrider(context, rollout.environment)
    if (isOver(rollout)) throw isOverAlready(rollout)
    requireWave(stored, wave)
    const ended = holds ? holdsNamed(await context.fleet(), stored, holds) : null
    const then = ended ? await withoutHolds(context, ended) : context
    const after = await passed(then, rollout, input.asked)
    const atOnce = ended ? await effectOfEnd(context, ended, gates.includes('frozen')) : null
    const letGo = await letGoBy(then, input.asked, { ...stored, rollout: after })
    requireConfirmed(input.options, letGo, atOnce?.changed ?? 0)
    requireRoomForEvents(stored)
    const change = ended && atOnce ? await endHolds(context, ended, atOnce, reason) : null
    const now = await readRolloutInstant(context.scope, input.id)
    const told = {
      now,
      reason,
      facts: { ...asked, ...(holds && { holds, change }) },
      happened: [{ code: 'overridden', wave }],
      dueAt: rollout.state === 'running' ? now : null,
    }
    const kept = await keepAct(context, stored, after, told, change)
    return remembered(context, input.options, await answerOf(then, kept))
  },
})

function requireReason(reason: string): void {
  const issues = reasonIssues(reason, ['reason'])
  if (issues.length > 0) throw refusalOf('invalid', issues)
  if (isOverrideReason(reason)) return
  const issue = { path: ['reason'], code: 'reason_required', reason: OVERRIDE_NEEDS }
  throw refusalOf('invalid', [issue])
}

function requireAnything({ gates, holds }: OverrideInput): void {
  if (gates.length > 0 || holds !== undefined) return
  const reason = 'Name gates to pass, or clusters whose hold ends.'
  throw refusalOf('invalid', [{ path: ['gates'], code: 'required', reason }])
}

function requireLater({ gates, later_waves: isForLater = false }: OverrideInput): void {
  if (!isForLater || wholeGatesOf(gates).length > 0) return
  const reason = 'Of these gates, each wave has its own: pass them for one wave at a time.'
  throw refusalOf('invalid', [{ path: ['later_waves'], code: 'override_later', reason }])
}

/** As if they were over. */
async function withoutHolds(context: EditContext, ended: EndedHolds): Promise<EditContext> {
  const fleet = await context.fleet()
  const over = { ended: ended.ids, begun: [] }
  const { after } = await withReleases(context.scope, fleet, fleet, over)
  return { ...context, fleet: async () => after }
}

async function requireOverrider(context: EditContext, environment: string): Promise<void> {
  const fleet = await context.fleet()
  if (mayPassGates(fleet, environment, context.actor)) return
  const who = overriderWords(fleet, [environment], await readNaming(context))
  throw new Refusal('forbidden', `${who} may pass its gates, nobody else.`)
}

/** A wave that passed is over; one that is out may still soak. */
function requireWave({ rollout: { waves } }: StoredRollout, number: number): void {
  const wave = waveAt(waves, number)
  if (wave.state !== 'passed' && wave.state !== 'skipped') return
  throw new Refusal('conflict', `Wave ${wave.name} is over.`, { code: 'wave_over' })
}

/** The rollout without those gates or, where clusters are named, with these freed of what `depends` waits for. */
async function passed(
  { fleet: fleetOf }: EditContext,
  rollout: Rollout,
  { wave, gates, clusters, later_waves: isForLater = false }: OverrideInput,
): Promise<Rollout> {
  const pass = isForLater ? overriddenOnwards : overridden
  if (clusters === undefined) return pass(rollout, wave - 1, gates)
  if (!gates.includes('depends'))
    throw wrongClusters('Only the gate depends is passed for clusters.')
  const fleet = await fleetOf()
  const { application, environment, waves } = rollout
  const isPending = waves[wave - 1]!.state === 'pending'
  const placed = isPending ? reachedIn(fleet, application, environment) : NO_BITS
  const named = clustersNamed(fleet, clusters, membersOf(rollout, wave - 1, placed))
  const others = gates.filter((gate) => gate !== 'depends')
  return freed(pass(rollout, wave - 1, others), wave - 1, named)
}

function clustersNamed(fleet: Fleet, names: readonly string[], members: Bits): Bits {
  const ids = names.map((name) => findByName(fleet.clusters, name)?.id ?? -1)
  const unknown = names.filter((_, index) => ids[index] === -1 || !hasBit(members, ids[index]!))
  if (unknown.length === 0) return bitsOf(ids)
  throw wrongClusters(`The wave doesn’t have to be released to ${unknown.join(', ')}.`)
}

function wrongClusters(reason: string): Refusal {
  return refusalOf('invalid', [{ path: ['clusters'], code: 'override_clusters', reason }])
}
