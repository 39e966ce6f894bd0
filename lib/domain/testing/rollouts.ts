// Plain rollouts, with what a test asks for.
import {
  type AfterRule,
  type HealthRule,
  NOTHING_AFTER,
  REST,
  type WaveRule,
} from '#lib/domain/objects/environment/wave-rule.ts'
import type { AwaitedMerge, Facts, Reports, Rollout, Wave } from '#lib/domain/rollouts/rollout.ts'
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
    freed: NO_BITS,
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
    blocked: NO_BITS,
    digests: [],
    publishedAt: null,
    awaited: [],
    reports: null,
    checks: [],
    approvals: [],
    hours: null,
    afterSoakMs: 0,
    after: [],
    isRepositoryAllowed: true,
    freezes: [],
    ...given,
  }
}

/** Open. */
export function anAwaitedMerge(given: Partial<AwaitedMerge>): AwaitedMerge {
  return {
    branch: 'staging',
    number: 17,
    url: 'https://git.example.com/pulls/17',
    isClosed: false,
    closedBy: null,
    ...given,
  }
}

/** That nothing was ever reported, but for what is given. */
export function theReports(given: Partial<Reports>): Reports {
  return {
    ok: NO_BITS,
    failing: NO_BITS,
    silent: NO_BITS,
    reporting: NO_BITS,
    until: null,
    ...given,
  }
}

/** What an environment asks for that says nothing else. */
export function aHealthRule(given: Partial<HealthRule>): HealthRule {
  return {
    healthyPercent: 100,
    failing: { count: 0 },
    silentPercent: 50,
    unobserved: 'approve',
    ...given,
  }
}

/** Asks for what clusters report, and nothing else. */
export function anAfterRule(given: Partial<AfterRule>): AfterRule {
  return { ...NOTHING_AFTER, health: aHealthRule({}), ...given }
}
