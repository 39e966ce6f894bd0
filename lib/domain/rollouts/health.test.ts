import { describe, expect, it } from 'vitest'
import type { HealthRule } from '#lib/domain/objects/environment/wave-rule.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aHealthRule, aRule, aWave, theReports } from '#lib/domain/testing/rollouts.ts'
import { boundsOf, measure } from './health.ts'

const counts = (members: number, silent = 0) => ({
  ok: 0,
  progressing: members - silent,
  failing: 0,
  silent,
})

describe('the bounds of a rule', () => {
  type Row = readonly [string, Partial<HealthRule>, members: number, silent: number, bound: number]
  it.each<Row>([
    ['all of them', { healthyPercent: 100 }, 12, 0, 12],
    ['all but the silent ones', { healthyPercent: 100 }, 12, 3, 9],
    ['a share, rounded up', { healthyPercent: 90 }, 12, 0, 11],
    ['a share of those that are heard, rounded up', { healthyPercent: 90 }, 12, 1, 10],
    ['one percent, which is one', { healthyPercent: 1 }, 12, 0, 1],
    ['one, even where all are silent', { healthyPercent: 50 }, 12, 12, 1],
    ['a share without a rest', { healthyPercent: 50 }, 12, 0, 6],
    ['a share of an odd number, rounded up', { healthyPercent: 50 }, 13, 0, 7],
  ])('want as many to be healthy as %s', (_, rule, members, silent, bound) => {
    expect(boundsOf(aHealthRule(rule), counts(members, silent)).ok).toBe(bound)
  })

  it.each<Row>([
    ['none', { failing: { count: 0 } }, 12, 0, 0],
    ['a number', { failing: { count: 5 } }, 12, 0, 5],
    ['a share, rounded down', { failing: { percent: 10 } }, 19, 0, 1],
    ['a share of all, silent ones too', { failing: { percent: 10 } }, 20, 19, 2],
    ['less than one, which is none', { failing: { percent: 5 } }, 12, 0, 0],
  ])('let as many fail as %s', (_, rule, members, silent, bound) => {
    expect(boundsOf(aHealthRule(rule), counts(members, silent)).failing).toBe(bound)
  })

  it.each<Row>([
    ['half of an odd number, rounded down', { silentPercent: 50 }, 13, 0, 6],
    ['none', { silentPercent: 0 }, 13, 0, 0],
    ['all', { silentPercent: 100 }, 13, 0, 13],
    ['less than one, which is none', { silentPercent: 7 }, 13, 0, 0],
  ])('let as many be silent as %s', (_, rule, members, silent, bound) => {
    expect(boundsOf(aHealthRule(rule), counts(members, silent)).silent).toBe(bound)
  })
})

describe('a cluster', () => {
  const wave = { ...aWave(aRule({}), null), released: bitsOf([0, 1, 2, 3]) }
  const members = bitsOf([0, 1, 2, 3])
  const heard = { reporting: members }
  const measured = (given: Parameters<typeof theReports>[0], ok: number[] = []) =>
    measure({ ...wave, ok: bitsOf(ok) }, members, theReports(given))

  it('that was healthy once stays so while it only progresses', () => {
    const { ok, health } = measured({ ...heard, ok: bitsOf([1]) }, [0])
    expect(idsIn(ok)).toEqual([0, 1])
    expect(health).toEqual({ ok: 2, progressing: 2, failing: 0, silent: 0 })
  })

  it('that fails is not healthy for as long as it does, though it was once', () => {
    const failing = { ...heard, failing: bitsOf([0]) }
    expect(measured(failing, [0, 1]).health).toEqual({
      ok: 1,
      progressing: 2,
      failing: 1,
      silent: 0,
    })
    expect(measured(heard, [0, 1]).health.ok).toBe(2)
  })

  it('that is silent is nothing else, whatever it said before', () => {
    const silent = { ...heard, silent: bitsOf([0, 1]), failing: bitsOf([0]), ok: bitsOf([1]) }
    expect(measured(silent).health).toEqual({ ok: 0, progressing: 2, failing: 0, silent: 2 })
  })

  it('that never reported is silent', () => {
    const { health } = measured({ reporting: bitsOf([3]), ok: bitsOf([0, 3]) })
    expect(health).toEqual({ ok: 1, progressing: 0, failing: 0, silent: 3 })
  })

  it('of another wave, or that left, is in no number', () => {
    const { ok, health } = measure(
      wave,
      bitsOf([0]),
      theReports({ reporting: bitsOf([0, 1, 9]), ok: bitsOf([1, 9]), failing: bitsOf([9]) }),
    )
    expect(idsIn(ok)).toEqual([])
    expect(health).toEqual({ ok: 0, progressing: 1, failing: 0, silent: 0 })
  })
})
