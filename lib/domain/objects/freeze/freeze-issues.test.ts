import { describe, expect, it } from 'vitest'
import { freezeIssues } from './freeze-issues.ts'
import { freezeCodec } from './freeze.ts'

/** The codes and places of what is wrong with a freeze that is sent so. */
function wrongWith(sent: object): string[] {
  const freeze = freezeCodec.decode(
    freezeCodec.input.parse({ name: 'christmas', environments: ['prod'], ...sent }),
  )
  const issues = freeze.ok ? freezeIssues(freeze.value) : freeze.issues
  return issues.map(({ code, path }) => `${code} ${path.join('.')}`)
}

const weekly = (given: object, more: object = {}) => ({
  weekly: [{ days: ['fri'], from: '16:00', to: '20:00', ...given }],
  ...more,
})
const span = (from: string, to: string) => ({ from, to })

describe('a freeze', () => {
  it.each([
    ['of one environment, until it is lifted', {}],
    ['of everything', { environments: '*' }],
    ['of a time', span('2026-12-24T18:00:00Z', '2026-12-27T06:00:00Z')],
    ['that begins some time', { from: '2026-12-24T18:00:00+01:00' }],
    ['in hours over midnight', weekly({ from: '22:00', to: '06:00' })],
    ['in whole days', weekly({ from: '00:00', to: '00:00' })],
    ['in hours of a place', weekly({}, { time_zone: 'Asia/Kathmandu' })],
    ['of some of the applications of two teams', { namespaces: ['a', 'b'], app_selector: 'a=b' }],
  ])('%s is well', (_, sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  it.each([
    [
      'an end before its beginning',
      span('2026-12-24T18:00:00Z', '2026-12-24T17:59:59Z'),
      ['freeze_span to'],
    ],
    [
      'an end at its beginning, in another zone',
      span('2026-12-24T18:00:00Z', '2026-12-24T19:00:00+01:00'),
      ['freeze_span to'],
    ],
    ['a day that no month has', { from: '2026-02-30T00:00:00Z' }, ['instant_format from']],
    ['a day without a time', { to: '2026-12-24' }, ['instant_format to']],
    ['a time without a zone', { to: '2026-12-24T18:00:00' }, ['instant_format to']],
    ['a beginning in words', { from: 'now' }, ['instant_format from']],
    ['an hour that no clock has', weekly({ to: '25:00' }), ['hours_format weekly.0.to']],
    ['an end of a day that no clock has', weekly({ to: '24:00' }), ['hours_format weekly.0.to']],
    ['hours of no day', weekly({ days: [] }), ['hours_format weekly.0.days']],
    ['a day twice', weekly({ days: ['fri', 'fri'] }), ['hours_format weekly.0.days']],
    [
      'a place that there isn’t',
      weekly({}, { time_zone: 'Mars/X' }),
      ['time_zone_unknown time_zone'],
    ],
    ['no zone', { time_zone: '' }, ['time_zone_unknown time_zone']],
    [
      'too many hours',
      { weekly: Array.from({ length: 21 }, () => weekly({}).weekly[0]) },
      ['too_many weekly'],
    ],
    ['no environment', { environments: [] }, ['freeze_scope environments']],
    ['what is no environment', { environments: ['../prod'] }, ['name_format environments.0']],
    ['a star among environments', { environments: ['*'] }, ['name_format environments.0']],
    ['what is no team', { namespaces: ['Not a name'] }, ['name_format namespaces.0']],
    [
      'too many environments',
      { environments: Array.from({ length: 101 }, (_, index) => `e${index}`) },
      ['too_many environments'],
    ],
    ['what is no selector', { app_selector: 'a in (' }, ['selector_syntax app_selector']],
  ])('with %s is refused', (_, sent, issues) => {
    expect(wrongWith(sent)).toEqual(issues)
  })
})
