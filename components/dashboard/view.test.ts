import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RANGE_NAMES } from '#components/time/ranges.ts'
import { seriesPath, type View, viewHref, viewOf } from './view.ts'

const usual: View = {
  range: '24h',
  zone: 'UTC',
  isCompared: false,
  by: null,
  team: null,
  environment: null,
  search: null,
}
const NOW = new Date('2026-11-22T14:20:00Z')

const searchOf = (href: string) => Object.fromEntries(new URL(href, 'http://portal').searchParams)

describe('the address of a dashboard', () => {
  it('needs to say nothing of what is usual', () => {
    expect(viewOf({})).toEqual(usual)
    expect(viewHref(usual)).toBe('/?screen=fleet')
  })

  it('says the whole view', () => {
    const view: View = {
      range: { from: '2026-11-01T00:00', to: '2026-11-08T12:30' },
      zone: 'Australia/Sydney',
      isCompared: true,
      by: 'label:region',
      team: 'ieb',
      environment: null,
      search: 'gate way',
    }
    const href = viewHref(view)
    expect(searchOf(href)).toEqual({
      namespace: 'ieb',
      from: '2026-11-01T00:00',
      to: '2026-11-08T12:30',
      tz: 'Australia/Sydney',
      by: 'label:region',
      compare: 'previous',
      q: 'gate way',
    })
    expect(viewOf(searchOf(href))).toEqual(view)
  })

  it('asks for the fleet beside an environment, which alone is the visitor’s own first screen', () => {
    expect(viewHref({ ...usual, environment: 'prod' })).toBe('/?screen=fleet&environment=prod')
    expect(viewOf({ environment: 'prod' })).toEqual({ ...usual, environment: 'prod' })
  })

  it('has no groups in one environment', () => {
    expect(viewOf({ environment: 'prod', by: 'team' }).by).toBeNull()
  })

  it('says each view so that it is read again', () => {
    const views = fc.record({
      range: fc.constantFrom(...RANGE_NAMES),
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
      isCompared: fc.boolean(),
      by: fc.constantFrom(null, 'environment', 'team', 'label:example.com/tier'),
      team: fc.constantFrom(null, 'ieb'),
      environment: fc.constantFrom(null, 'prod'),
      search: fc.constantFrom(null, 'gate way'),
    })
    fc.assert(
      fc.property(views, (given) => {
        const view = { ...given, by: given.environment === null ? given.by : null }
        expect(viewOf(searchOf(viewHref(view)))).toEqual(view)
      }),
    )
  })

  it.each([
    { range: '2w' },
    { range: 'toString' },
    { from: '2026-11-08', to: '2026-11-01' },
    { from: 'yesterday', to: '2026-11-01' },
    { from: '2026-11-01' },
    { tz: 'Mars/Olympus' },
    { by: 'colour' },
    { by: 'label:' },
    { compare: 'next' },
    { namespace: ' ' },
  ])('shows what is usual where it can’t be read: %j', (search) => {
    expect(viewOf(search)).toEqual(usual)
  })
})

describe('the series of a dashboard', () => {
  it('are asked for until now', () => {
    expect(searchOf(seriesPath(usual, 'states', NOW))).toEqual({
      metric: 'states',
      from: '2026-11-21T14:20:00.000Z',
    })
  })

  it('are asked for between two times by the clocks of the place', () => {
    const view = viewOf({
      from: '2026-11-01',
      to: '2026-11-08T12:30',
      tz: 'Australia/Sydney',
      by: 'team',
      compare: 'previous',
      namespace: 'ieb',
    })
    expect(searchOf(seriesPath(view, 'drift', NOW))).toEqual({
      metric: 'drift',
      by: 'team',
      namespace: 'ieb',
      from: '2026-10-31T13:00:00.000Z',
      to: '2026-11-08T01:30:00.000Z',
      tz: 'Australia/Sydney',
      compare: 'previous',
    })
  })
})
