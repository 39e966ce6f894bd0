// Plain rollouts, with what a test asks for.
import { REST, type WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Facts, Rollout, Wave } from '#lib/domain/rollouts/rollout.ts'
import { type Bits, NO_BITS } from '#lib/domain/sets/bits.ts'

export function aRule(given: Partial<WaveRule>): WaveRule {
  return { ...REST, name: 'wave', ...given }
}

export function aWave(rule: WaveRule, planned: Bits | null): Wave {
  return {
    name: rule.name,
    rule,
    planned,
    state: 'pending',
    change: null,
    released: null,
    publishedAt: null,
    passedAt: null,
    ok: NO_BITS,
    quorumAt: null,
    health: null,
    overridden: [],
  }
}

/** Running, of the rest alone. */
export function aRollout(given: Partial<Rollout>): Rollout {
  return {
    id: 1,
    application: 0,
    environment: 'prod',
    version: 2,
    origin: 'person',
    state: 'running',
    cause: null,
    wave: 0,
    waves: [aWave(REST, null)],
    confirmed: 0,
    seq: 0,
    startedBy: 'person:starter',
    startedAt: 0,
    resumedAt: null,
    endedAt: null,
    ...given,
  }
}

/** Nothing is in the way. */
export function theFacts(given: Partial<Facts>): Facts {
  return {
    placed: NO_BITS,
    digests: [],
    publishedAt: null,
    reports: null,
    checks: [],
    approvals: [],
    hours: null,
    afterSoakMs: 0,
    after: [],
    freezes: [],
    ...given,
  }
}
