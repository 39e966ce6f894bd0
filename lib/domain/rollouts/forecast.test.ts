import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { HOUR_MS } from '#lib/domain/observed/time-zone.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { aRollout, aRule, aWave, theFacts } from '#lib/domain/testing/rollouts.ts'
import { advance } from './advance.ts'
import { forecast } from './forecast.ts'
import { membersOf } from './members.ts'
import type { Facts, Rollout } from './rollout.ts'
import { withReleased } from './steps.ts'

const numRuns = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? 100) / 10)
vi.setConfig({ testTimeout: 600_000 })

/** A Monday, at 12:30 in UTC: where clocks differ by half an hour from others, hours begin then. */
const NOW = Date.UTC(2026, 10, 23, 12, 30)
const SPAN_MS = 10 * 24 * HOUR_MS
const placed = bitsOf([0, 1, 2])

/** When each wave is released, by a look at each hour, if each is in Git at once. */
function byHours(begun: Rollout, facts: Facts): readonly (number | null)[] {
  const releasedAt = begun.waves.map((): number | null => null)
  let rollout = begun
  let publishedAt: number | null = null
  for (let at = NOW; at < NOW + SPAN_MS; at += HOUR_MS) {
    for (;;) {
      const said = advance(rollout, { ...facts, publishedAt }, at)
      rollout = said.rollout
      if (said.release === null) break
      releasedAt[said.release] = at
      publishedAt = at
      rollout = withReleased(
        rollout,
        said.release,
        1,
        membersOf(rollout, said.release, facts.placed),
      )
    }
    if (rollout.state === 'completed') break
  }
  return releasedAt
}

describe('the forecast of a rollout', () => {
  const length = fc.nat(24).map((count) => count * HOUR_MS)
  const time = fc.nat(23).map((hour) => `${String(hour).padStart(2, '0')}:00`)
  const weekly = fc.array(
    fc.record({ days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS)), from: time, to: time }),
    { minLength: 1, maxLength: 2 },
  )
  const freeze = fc.oneof(
    fc
      .tuple(length, length)
      .map(([from, lasting]) =>
        aFreeze({ from: new Date(NOW + from), to: new Date(NOW + from + lasting) }),
      ),
    weekly.map((hours) => aFreeze({ weekly: hours, timeZone: 'Australia/Adelaide' })),
  )

  it('is what a look at every hour finds', () => {
    const met = new Set<boolean>()
    const asked = fc.record({
      soaks: fc.array(length, { minLength: 1, maxLength: 3 }),
      freezes: fc.array(freeze, { maxLength: 2 }),
      hours: fc.option(weekly.map((hours) => ({ timeZone: 'America/St_Johns', weekly: hours }))),
      succeededAgo: length,
      afterSoakMs: length,
    })
    fc.assert(
      fc.property(asked, ({ soaks, freezes, hours, succeededAgo, afterSoakMs }) => {
        const waves = soaks.map((soakMs, id) =>
          aWave(aRule({ after: { ...NOTHING_AFTER, soakMs } }), bitsOf([id])),
        )
        const rollout = aRollout({ waves: [...waves, aWave(REST, null)], confirmed: 3 })
        const after = [{ environment: 'qa', at: NOW - succeededAgo }]
        const facts = theFacts({ placed, freezes, hours, after, afterSoakMs })
        const found = byHours(rollout, facts)
        const told = forecast(rollout, facts, NOW)
        expect(told.map((at) => (at !== null && at < NOW + SPAN_MS ? at : null))).toEqual(found)
        for (const at of found) met.add(at === null)
      }),
      { numRuns },
    )
    expect(met.has(false)).toBe(true)
  })

  it('takes approvals as given, and tells nothing of what time alone doesn’t end', () => {
    const asking = aRule({
      before: { approvals: { count: 1, groups: [{ id: 'g' }], self: false } },
    })
    const rollout = aRollout({
      waves: [aWave(asking, bitsOf([0])), aWave(REST, null)],
      confirmed: 3,
    })
    expect(forecast(rollout, theFacts({ placed }), NOW)).toEqual([NOW, NOW])
    const frozen = theFacts({ placed, freezes: [aFreeze({})] })
    expect(forecast(rollout, frozen, NOW)).toEqual([null, null])
  })

  it('tells nothing of waves that wait for other applications, and goes on where only some clusters do', () => {
    const waves = [aWave(aRule({}), bitsOf([0, 1])), aWave(REST, null)]
    const rollout = aRollout({ waves, confirmed: 3 })
    const whole = theFacts({ placed, blocked: bitsOf([0, 1]) })
    expect(forecast(rollout, whole, NOW)).toEqual([null, null])
    const part = theFacts({ placed, blocked: bitsOf([0]) })
    expect(forecast(rollout, part, NOW)).toEqual([NOW, NOW])
    const rest = theFacts({ placed, blocked: bitsOf([0, 2]) })
    expect(forecast(rollout, rest, NOW)).toEqual([NOW, null])
  })

  it('goes on from a wave that isn’t in Git yet as if it were now', () => {
    const waves = [
      aWave(aRule({ after: { ...NOTHING_AFTER, soakMs: HOUR_MS } }), bitsOf([0])),
      aWave(REST, null),
    ]
    const begun = withReleased(aRollout({ waves, confirmed: 3 }), 0, 7, bitsOf([0]))
    expect(forecast(begun, theFacts({ placed }), NOW)).toEqual([null, NOW + HOUR_MS])
  })
})
