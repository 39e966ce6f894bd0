// A rollout as it is kept: read from its rows, and written back with what happened to it since.
import { replaceAsked } from '#db/queries/asked-approvals.ts'
import { insertRolloutEvents, type NewRolloutEvent } from '#db/queries/rollout-events.ts'
import {
  findRollout,
  findRollouts,
  readWaves,
  readWavesOf,
  type RolloutRow,
  updateRollout,
  updateWave,
  type WaveRow,
} from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Rollout, Wave, WaveState } from '#lib/domain/rollouts/rollout.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { bitsIn, bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import { isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { EditContext } from '../define.ts'
import { announce } from '../live/announce.ts'
import { autoAfterEnd } from './auto-after.ts'
import { markAfterEnd } from './auto-marks.ts'

export type StoredRollout = { readonly row: RolloutRow; readonly rollout: Rollout }

/** Null: there is none of that number. */
export async function readRollout(scope: TenantScope, id: number): Promise<StoredRollout | null> {
  const [row, waves] = await Promise.all([findRollout(scope, id), readWaves(scope, id)])
  return row && { row, rollout: rolloutOf(row, waves) }
}

/** Those that there are of some numbers, by them. */
export async function readRollouts(
  scope: TenantScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredRollout>> {
  const [rows, waves] = await Promise.all([findRollouts(scope, ids), readWavesOf(scope, ids)])
  const byRollout = Map.groupBy(waves, ({ rollout }) => rollout)
  return new Map(
    rows.map((row) => [row.id, { row, rollout: rolloutOf(row, byRollout.get(row.id) ?? []) }]),
  )
}

export async function withWaves(scope: TenantScope, row: RolloutRow): Promise<StoredRollout> {
  return { row, rollout: rolloutOf(row, await readWaves(scope, row.id)) }
}

function rolloutOf(row: RolloutRow, rows: readonly WaveRow[]): Rollout {
  const { id, applicationId, environment, version, origin, state, cause, confirmed, seq } = row
  const waves = rows.map(waveOf)
  const open = waves.findIndex((wave) => wave.state !== 'passed' && wave.state !== 'skipped')
  return {
    id,
    application: applicationId,
    environment,
    version,
    origin,
    state,
    cause,
    wave: open === -1 ? waves.length - 1 : open,
    waves,
    confirmed,
    seq,
    startedBy: row.startedBy,
    startedAt: row.startedAt.getTime(),
    resumedAt: row.resumedAt && row.resumedAt.getTime(),
    endedAt: row.endedAt && row.endedAt.getTime(),
  }
}

function waveOf({ name, rule, planned, state, change, released, ...row }: WaveRow): Wave {
  return {
    name,
    // Those of before there were targets, and of before it could say more than for how long.
    rule: { ...REST, ...rule, after: { ...NOTHING_AFTER, ...rule.after } },
    planned: planned && bitsIn(planned),
    state,
    change,
    released: released && bitsIn(released),
    publishedAt: row.publishedAt && row.publishedAt.getTime(),
    passedAt: row.passedAt && row.passedAt.getTime(),
    ok: row.ok ? bitsIn(row.ok) : NO_BITS,
    freed: row.freed ? bitsIn(row.freed) : NO_BITS,
    quorumAt: row.quorumAt && row.quorumAt.getTime(),
    health: row.health,
    overridden: row.overridden,
  }
}

/** What is told of a step besides what the rollout itself shows. */
export type Told = {
  readonly now: Date
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name'>
  readonly reason: string | null
  /** What decided it. */
  readonly facts?: Record<string, unknown>
  /** What happened that the rollout itself doesn't show. */
  readonly happened?: readonly Happened[]
  /** When time alone can let it go on; null: something else has to happen first. */
  readonly dueAt: Date | null
  /** What holds it up; absent: nobody looked, which is to be done. */
  readonly waiting?: RolloutRow['waiting']
}

/** `wave`: its number, from 1; null: it is of none, or of all. */
type Happened = { readonly code: string; readonly wave: number | null }

/** Writes what differs, with an event for each thing that happened, and tells of it. Answers the rollout as it is now. */
export async function keepRollout(
  context: EditContext,
  { row, rollout: before }: StoredRollout,
  after: Rollout,
  { now, actor, reason, facts = {}, happened = [], dueAt, waiting = null }: Told,
): Promise<StoredRollout> {
  const { scope } = context
  const all = [...happened, ...differences(before, after, row.seq)]
  const events = all.map(({ code, wave }, index): NewRolloutEvent => {
    const seq = row.seq + index + 1
    return { seq, at: now, code, wave, actor, reason, facts }
  })
  const { id, state, cause, confirmed } = after
  const seq = row.seq + events.length
  const dates = { resumedAt: dateOf(after.resumedAt), endedAt: dateOf(after.endedAt) }
  const isEnd = !isOver(before) && isOver(after)
  const autoAfter = isEnd ? await autoAfterEnd(scope, row, after) : row.autoAfter
  const update = { state, cause, confirmed, dueAt, waiting, seq, autoAfter, ...dates }
  const waves = [...after.waves.entries()].filter(([index, wave]) => wave !== before.waves[index])
  // Sent one right after the other, and waited for once.
  await Promise.all([
    updateRollout(scope, id, update),
    ...waves.map(([index, wave]) => updateWave(scope, id, waveRowOf(wave, index))),
    insertRolloutEvents(scope, id, events),
  ])
  // The next step asks again.
  if (before.state === 'running' && state !== 'running') await replaceAsked(scope, id, [])
  if (isEnd) await markAfterEnd(scope, await context.fleet(), after)
  if (events.length > 0 || after.waves !== before.waves) announce(context, 'rollouts', id)
  return { row: { ...row, ...update }, rollout: { ...after, seq } }
}

const EVENT_OF_WAVE: Readonly<Record<WaveState, string | null>> = {
  pending: null,
  released: 'wave_released',
  published: 'wave_published',
  passed: 'wave_passed',
  failed: 'wave_failed',
  skipped: 'wave_skipped',
}

/** Clusters may come and go for as long as a wave soaks: that is told as long as there is room for much else. */
const QUORUM_EVENTS_UNTIL = 1_000

function differences(before: Rollout, after: Rollout, seq: number): readonly Happened[] {
  const waves = after.waves.flatMap((wave, index) => {
    const was = before.waves[index]!
    const codes = [
      seq < QUORUM_EVENTS_UNTIL ? quorumEvent(was, wave) : null,
      wave.state === was.state ? null : EVENT_OF_WAVE[wave.state],
    ]
    return codes.flatMap((code) => (code === null ? [] : [{ code, wave: index + 1 }]))
  })
  if (before.state === after.state) return waves
  const code = after.state === 'running' ? 'resumed' : after.state
  return [...waves, { code, wave: null }]
}

function quorumEvent(before: Wave, { quorumAt }: Wave): string | null {
  if (before.quorumAt === null) return quorumAt === null ? null : 'quorum_reached'
  return quorumAt === null ? 'quorum_lost' : null
}

export function waveRowOf(wave: Wave, index: number): WaveRow {
  return {
    ...wave,
    wave: index + 1,
    planned: wave.planned && bytesOf(wave.planned),
    released: wave.released && bytesOf(wave.released),
    publishedAt: dateOf(wave.publishedAt),
    passedAt: dateOf(wave.passedAt),
    ok: isEmpty(wave.ok) ? null : bytesOf(wave.ok),
    freed: isEmpty(wave.freed) ? null : bytesOf(wave.freed),
    quorumAt: dateOf(wave.quorumAt),
    overridden: [...wave.overridden],
  }
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}
