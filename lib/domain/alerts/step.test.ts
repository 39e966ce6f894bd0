import { describe, expect, it } from 'vitest'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { anAlertRule } from '#lib/domain/testing/objects.ts'
import type { Finding } from './finding.ts'
import { type OpenAlert, stepOf } from './step.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const rule = (given: Partial<AlertRule> = {}) => anAlertRule({ for: '10m', ...given })
const found = (holds: boolean, mayHold = holds): Finding => ({
  holds,
  mayHold,
  counts: {},
  of: { placements: 1, clusters: 1 },
  sample: [],
})
const pending = (minutes: number): OpenAlert => ({ since: ago(minutes), firedAt: null })
const firing: OpenAlert = { since: ago(30), firedAt: ago(20) }

describe('an alert', () => {
  type Row = readonly [
    what: string,
    open: OpenAlert | null,
    rule: AlertRule | null,
    finding: Finding,
    step: object,
  ]
  const rows: readonly Row[] = [
    ['is none while all is well', null, rule(), found(false), { do: 'nothing' }],
    ['begins unseen', null, rule(), found(true), { do: 'begin', fires: false }],
    ['fires at once', null, rule({ for: '0m' }), found(true), { do: 'begin', fires: true }],
    ['waits for as long as the rule says', pending(9), rule(), found(true), { do: 'nothing' }],
    ['fires then', pending(10), rule(), found(true), { do: 'fire' }],
    [
      'fires by the rule as it is now',
      pending(9),
      rule({ for: '5m' }),
      found(true),
      { do: 'fire' },
    ],
    ['is forgotten if it ends before', pending(9), rule(), found(false), { do: 'forget' }],
    [
      'doesn’t fire of what nobody knows',
      pending(10),
      rule(),
      found(false, true),
      { do: 'forget' },
    ],
    ['fires once', firing, rule(), found(true), { do: 'nothing' }],
    [
      'says no more when it grows graver',
      firing,
      rule({ severity: 'critical' }),
      found(true),
      { do: 'nothing' },
    ],
    ['goes on while nobody knows better', firing, rule(), found(false, true), { do: 'nothing' }],
    [
      'is over with the condition',
      firing,
      rule(),
      found(false),
      { do: 'resolve', because: 'condition' },
    ],
    [
      'is over with the rule',
      firing,
      null,
      found(true),
      { do: 'resolve', because: 'rule_deleted' },
    ],
    [
      'is over when the rule rests',
      firing,
      rule({ suspended: true }),
      found(true),
      { do: 'resolve', because: 'rule_suspended' },
    ],
    ['ends unseen with a rule', pending(3), null, found(true), { do: 'forget' }],
    [
      'doesn’t begin while a rule rests',
      null,
      rule({ suspended: true }),
      found(true),
      { do: 'nothing' },
    ],
  ]
  it.each(rows)('%s', (_, open, asked, finding, step) => {
    expect(stepOf(open, asked, finding, NOW)).toEqual(step)
  })
})
