import { describe, expect, it } from 'vitest'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { nextStep, nextVersion, roadOf } from './next-version.ts'

type Item = ApplicationEnvironments['items'][number]

const ITEM: Item = {
  environment: 'qa',
  implicit: false,
  clusters: 2,
  unreleased: 0,
  base: null,
  ahead: [],
  rollout: null,
  after: [],
  hold: null,
  team_waves: false,
  auto: 'off',
  auto_after: null,
  next: null,
  versions: [],
}
const MAY_COME = { number: 1, name: 'v1', waiting_for: null }
const SOON = {
  number: 2,
  name: 'v2',
  waiting_for: { until: '2026-11-26T12:00:00Z', text: 'Soon.' },
}
const NEVER = { number: 3, name: 'v3', waiting_for: { until: null, text: 'Not in qa.' } }

const numberOf = (...versions: Item['versions']) => nextVersion({ ...ITEM, versions })?.number

describe('the next version to an environment', () => {
  it('is the newest that may come, or else the newest that time lets come', () => {
    expect(numberOf(NEVER, SOON, MAY_COME)).toBe(1)
    expect(numberOf(NEVER, SOON)).toBe(2)
    expect(numberOf(NEVER)).toBe(undefined)
  })

  it('is none while a rollout is under way, and none that somebody went back from', () => {
    const item = { ...ITEM, versions: [MAY_COME] }
    const rollout = { id: 1, state: 'paused', version: null, revision: 'main' } as const
    expect(nextVersion({ ...item, rollout })).toBe(null)
    expect(nextVersion({ ...item, auto_after: 1 })).toBe(null)
    expect(nextVersion({ ...item, auto_after: 0 })?.number).toBe(1)
  })

  it('is somebody’s next step in the first environment that doesn’t take it by itself', () => {
    const [dev, qa, prod] = [
      { ...ITEM, environment: 'dev', auto: 'newest' as const, versions: [MAY_COME] },
      { ...ITEM, versions: [SOON] },
      { ...ITEM, environment: 'prod', versions: [MAY_COME] },
    ]
    expect(nextStep([dev, qa, prod])).toBe(prod)
    expect(nextStep([dev, qa])).toBe(null)
  })

  it('goes through the environments in which it is placed, and those that must come before them', () => {
    const items = [
      { ...ITEM, environment: 'other', clusters: 0 },
      { ...ITEM, environment: 'dev', clusters: 0 },
      { ...ITEM, after: ['dev'] },
    ]
    const { stops, others } = roadOf(items)
    expect([stops, others]).toEqual([items.slice(1), items.slice(0, 1)])
  })
})
