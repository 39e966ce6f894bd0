import type { CheckRow } from '#db/queries/rollout-checks.ts'
import type { RolloutEventRow } from '#db/queries/rollout-events.ts'
import type { RolloutProgress } from '#db/queries/rollout-progress.ts'
import type { RolloutRow } from '#db/queries/rollouts.ts'
import { afterJson } from '#lib/domain/objects/environment/wave-json.ts'
import { deadlineOf } from '#lib/domain/rollouts/gates-after.ts'
import type { Advanced, GateCode, Waiting, Wave } from '#lib/domain/rollouts/rollout.ts'
import { countBits } from '#lib/domain/sets/bits.ts'
import type {
  CheckJson,
  RolloutEventJson,
  RolloutJson,
  RolloutRowJson,
} from '#lib/schemas/rollout.ts'
import { entityTag } from '../changes/drafts.ts'
import type { StoredRollout } from './stored.ts'
import type { Watched } from './watched.ts'

export type RolloutAnswer = { readonly json: RolloutJson; readonly etag: string }

/** What a rollout waits for and what each of its waves would do; null: nothing any more. */
export type Prospect = {
  readonly advanced: Pick<Advanced, 'waiting'>
  readonly digests: readonly (string | null)[]
  readonly blocked: RolloutJson['blocked']
  /** How many clusters hold what they have. */
  readonly holding: number | null
  /** That of its pause; null: it isn’t paused. */
  readonly paused: RolloutEventRow | null
}

const OVER: Prospect = {
  advanced: { waiting: [] },
  digests: [],
  blocked: null,
  holding: null,
  paused: null,
}

/** What is known of a rollout besides itself. `checks`: of each wave and name the newest. */
export type Besides = {
  readonly checks: readonly CheckRow[]
  readonly from: RolloutJson['from']
}

export function representRollout(
  { row, rollout }: StoredRollout,
  { checks, from }: Besides,
  { advanced, digests, blocked, holding, paused }: Prospect = OVER,
  watched: Watched | null = null,
): RolloutAnswer {
  const { waves, wave, confirmed } = rollout
  const json = {
    ...rowJson(row),
    from,
    paused: paused && pauseJson(paused, waves),
    seq: row.seq,
    digest: row.digest,
    confirmed,
    wave: wave + 1,
    earliest: textOf(earliestOf(advanced)),
    watched: watched && watchedJson(watched),
    blocked,
    holding,
    waves: waves.map((each, index) => ({
      ...waveJson(each),
      health: watched?.waves.get(index)?.health ?? each.health,
      checks: each.rule.after.checks.map((name) =>
        checkJson(
          name,
          checks.find((check) => check.wave === index + 1 && check.name === name),
        ),
      ),
      deadline: textOf(deadlineOf(each, rollout)),
      digest: digests[index] ?? null,
      waiting_for: waitingJson(advanced.waiting, index),
    })),
  }
  return { json, etag: entityTag(row.seq) }
}

function pauseJson(
  { at, actorKind: kind, actorId: id, actorName: name, reason, wave }: RolloutEventRow,
  waves: readonly Wave[],
): RolloutJson['paused'] {
  const refused = wave === null ? null : (waves[wave - 1]?.name ?? null)
  return { at: at.toISOString(), by: { kind, id, name }, reason, wave: refused }
}

function watchedJson({ until, waves }: Watched): RolloutJson['watched'] {
  const failing = [...waves].flatMap(([index, { failing: text }]) =>
    text === null ? [] : [{ wave: index + 1, text }],
  )
  return { until: until.toISOString(), failing }
}

/** When all that it waits for is over by time alone; null: something of it isn’t. */
function earliestOf({ waiting }: Pick<Advanced, 'waiting'>): number | null {
  const ends = waiting.map(({ until }) => until)
  const isOpen = ends.length === 0 || ends.some((end) => end === null)
  return isOpen ? null : Math.max(...ends.map((end) => end ?? 0))
}

function rowJson(row: RolloutRow) {
  const { id, team, application, environment, origin, state, cause, rollsBack } = row
  const { startedAt, endedAt, actorKind, actorId, actorName, rolledBackBy, supersededBy } = row
  return {
    id,
    namespace: team,
    application,
    environment,
    version: versionJson(row),
    origin,
    state,
    cause,
    rolls_back: rollsBack,
    rolled_back_by: rolledBackBy,
    superseded_by: supersededBy,
    started_at: startedAt.toISOString(),
    started_by: { kind: actorKind, id: actorId, name: actorName },
    ended_at: endedAt && endedAt.toISOString(),
  }
}

/** A row of the list. */
export function listedJson(row: RolloutRow, progress: RolloutProgress | undefined): RolloutRowJson {
  const { waves = 0, done = 0, ok = null, progressing, failing, silent } = progress ?? {}
  return {
    ...rowJson(row),
    ...waitsOf(row),
    waves_total: waves,
    waves_done: done,
    // They are counted together, or not at all.
    health:
      ok === null
        ? null
        : { ok, progressing: progressing ?? 0, failing: failing ?? 0, silent: silent ?? 0 },
  }
}

/** As it was when it was last looked at: a list doesn't look ahead. */
function waitsOf({
  state,
  waiting,
}: Pick<RolloutRow, 'state' | 'waiting'>): Pick<
  RolloutRowJson,
  'waits_for' | 'waits_until' | 'waiting_for'
> {
  const reasons = state === 'running' ? (waiting ?? []) : []
  return {
    waits_for: waitFor(reasons),
    waits_until: reasons.some(({ until }) => until === null) ? null : lastOf(reasons),
    waiting_for: [...reasons],
  }
}

type Reasons = NonNullable<RolloutRow['waiting']>

/** Instants as ISO 8601 are in the order of their texts. */
function lastOf(reasons: Reasons): string | null {
  return reasons.reduce<string | null>(
    (last, { until }) => (until !== null && until > (last ?? '') ? until : last),
    null,
  )
}

const OF_CLUSTERS: readonly GateCode[] = ['health', 'silent', 'failing', 'check']

function waitFor(reasons: Reasons): RolloutRowJson['waits_for'] {
  const codes = reasons.map(({ code }) => code)
  if (codes.length === 0) return null
  if (codes.includes('not_published')) return 'git'
  if (codes.some((code) => OF_CLUSTERS.includes(code))) return 'clusters'
  if (codes.includes('approval')) return 'approval'
  return reasons.every(({ until }) => until !== null) ? 'time' : 'gate'
}

function versionJson({
  version: number,
  versionName: name,
  commit,
}: RolloutRow): RolloutRowJson['version'] {
  return number === null || commit === null ? null : { number, name, commit }
}

function waveJson({ name, state, change, planned, released, ...wave }: Wave) {
  const clusters = released ?? planned
  return {
    name,
    clusters: clusters && countBits(clusters),
    target: wave.rule.target,
    state,
    change,
    published_at: textOf(wave.publishedAt),
    quorum_at: textOf(wave.quorumAt),
    passed_at: textOf(wave.passedAt),
    health: wave.health,
    after: afterJson(wave.rule.after),
    overridden: [...wave.overridden],
    freed: countBits(wave.freed),
  }
}

function checkJson(name: string, said: CheckRow | undefined): CheckJson {
  const { state = null, url = null, detail = '', at = null } = said ?? {}
  return { name, state, url, detail, at: at && at.toISOString() }
}

export function waitingJson(
  waiting: readonly Waiting[],
  wave: number,
): RolloutJson['waves'][number]['waiting_for'] {
  return waiting
    .filter((each) => each.wave === wave)
    .map(({ code, until, text, pullRequest }) => ({
      code,
      until: textOf(until),
      text,
      ...(pullRequest && { pull_request: { number: pullRequest.number, url: pullRequest.url } }),
    }))
}

export function textOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

export function eventJson({
  seq,
  at,
  code,
  wave,
  actorKind,
  actorId,
  actorName,
  reason,
  facts,
}: RolloutEventRow): RolloutEventJson {
  const actor = { kind: actorKind, id: actorId, name: actorName }
  return { seq, at: at.toISOString(), code, wave, actor, reason, facts }
}
