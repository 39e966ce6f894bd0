import { describe, expect, it } from 'vitest'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { aRollout, aRule, aWave, theFacts } from '#lib/domain/testing/rollouts.ts'
import { passedGates } from './gates.ts'
import { type Facts, OVERRIDABLE_GATES, type Rollout } from './rollout.ts'

const NOW = Date.UTC(2026, 10, 23, 12, 30)
const soon = new Date(NOW + HOUR_MS)
const approvals = { count: 1, groups: [{ id: 'managers', name: null }], self: false }
const rule = aRule({ before: { approvals } })
const closed = { timeZone: 'UTC', weekly: [{ days: WEEKDAYS, from: '13:30', to: '14:30' }] }
const HELD: Partial<Facts> = {
  freezes: [aFreeze({ name: 'a', to: soon }), aFreeze({ name: 'b', to: new Date(NOW) })],
  hours: closed,
  after: [{ environment: 'qa', at: null }],
}

const said = (
  overridden: Rollout['waves'][number]['overridden'],
  facts: Partial<Facts> = HELD,
  more: Partial<Rollout> = {},
) =>
  passedGates(
    aRollout({ waves: [{ ...aWave(rule, null), overridden }], ...more }),
    0,
    theFacts(facts),
    NOW,
  ).map((gate) => (gate.code === 'frozen' ? `frozen ${gate.freeze.name}` : gate.code))

describe('what a wave comes past', () => {
  it('is what somebody overrode that doesn’t hold, each freeze by itself', () => {
    expect(said(OVERRIDABLE_GATES)).toEqual([
      'not_eligible',
      'frozen a',
      'outside_hours',
      'approval',
    ])
    expect(said([])).toEqual([])
    expect(said(['frozen'])).toEqual(['frozen a'])
    const both = [aFreeze({ name: 'a' }), aFreeze({ name: 'c' })]
    expect(said(['frozen'], { ...HELD, freezes: both })).toEqual(['frozen a', 'frozen c'])
  })

  it('is nothing of what holds all the same', () => {
    const open = { freezes: [], hours: null, after: [] }
    expect(said(['not_eligible', 'frozen', 'outside_hours'], open)).toEqual([])
  })

  it('is no freeze that lets a roll back through', () => {
    const back = { origin: 'rollback' } as const
    expect(said(['frozen', 'outside_hours', 'not_eligible'], HELD, back)).toEqual([])
    const strict = { ...HELD, freezes: [aFreeze({ name: 'a', allowRollback: false })] }
    expect(said(['frozen'], strict, back)).toEqual(['frozen a'])
  })
})
