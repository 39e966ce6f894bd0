import { describe, expect, it } from 'vitest'
import { silenceIssues } from './silence-issues.ts'
import { silenceCodec } from './silence.ts'

const NIGHT = { days: ['mon'], from: '20:00', to: '06:00' } as const

/** The codes and places of what is wrong with a silence that is sent so. */
function wrongWith(sent: object): string[] {
  const read = silenceCodec.input.parse({ name: 'at-night', cluster_selector: '*', ...sent })
  const silence = silenceCodec.decode(read)
  const issues = silence.ok ? silenceIssues(silence.value) : silence.issues
  return issues.map(({ code, path }) => `${code} ${path.join('.')}`)
}

describe('a silence', () => {
  const span = { from: '2026-12-24T18:00:00Z', to: '2026-12-24T19:00:00+01:00' }
  it.each([
    ['of nights', { weekly: [NIGHT] }],
    ['of a whole day', { weekly: [{ ...NIGHT, from: '00:00', to: '00:00' }] }],
    ['of one time', { ...span, to: '2026-12-24T20:00:00+01:00' }],
    ['of nights from a day on', { weekly: [NIGHT], from: span.from }],
  ])('%s is well', (_, sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  const wrong: readonly (readonly [what: string, sent: object, issues: readonly string[]])[] = [
    ['no time', {}, ['silence_span to']],
    ['no end', { from: span.from }, ['silence_span to']],
    ['an end that isn’t later', span, ['silence_span to']],
    [
      'no instant',
      { from: '2026-12-24', to: 'soon' },
      ['instant_format from', 'instant_format to'],
    ],
    ['no zone', { weekly: [NIGHT], time_zone: 'Mars' }, ['time_zone_unknown time_zone']],
    ['no days', { weekly: [{ ...NIGHT, days: [] }] }, ['hours_format weekly.0.days']],
    [
      'a day twice',
      { weekly: [{ ...NIGHT, days: ['mon', 'mon'] }] },
      ['hours_format weekly.0.days'],
    ],
    [
      'no times of day',
      { weekly: [{ days: ['mon'], from: '24:00', to: '6:00' }] },
      ['hours_format weekly.0.from', 'hours_format weekly.0.to'],
    ],
    ['too many hours', { weekly: Array.from({ length: 21 }, () => NIGHT) }, ['too_many weekly']],
  ]
  it.each(wrong)('with %s is refused', (_, sent, issues) => {
    expect(wrongWith(sent)).toEqual(issues)
  })
})
