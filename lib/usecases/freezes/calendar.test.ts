// What the calendar is told of the past: freezes and hours as they were said then.
import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'
import { ownSession } from '../session.ts'
import { type CalendarInput, freezeCalendarUseCase } from './calendar.ts'

const ALL = { text: null, team: null, environment: null }
const EVER = { from: 0, until: Date.parse('2999-12-31T00:00:00Z') }
const weekly = [{ days: ['mon'], from: '08:00', to: '16:00' }]

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', { name: 'ieb' }),
    documentOf('team', { name: 'other' }),
    documentOf('environment', { name: 'prod' }),
    documentOf('freeze', { name: 'kept', environments: '*' }),
    documentOf('freeze', { name: 'lifted', environments: ['prod'] }),
    documentOf('freeze', { name: 'of-others', environments: '*', namespaces: ['other'] }),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  const edits = [
    ['/environments/prod', 'PATCH', { hours: { time_zone: 'UTC', weekly } }],
    ['/freezes/lifted', 'DELETE', undefined],
  ] as const
  for (const [path, method, body] of edits) {
    const headers = { 'if-match': '*', 'content-type': 'application/merge-patch+json' }
    const text = body && JSON.stringify(body)
    const { status } = await api.call(path, { method, headers, ...(text && { text }) })
    expect(status).toBeLessThan(300)
  }
})

const read = (over: Partial<CalendarInput> = {}, who = actorOf({ role: 'reader' })) =>
  freezeCalendarUseCase.invoke(api.services, ownSession(api.tenant, who), {
    at: null,
    filter: ALL,
    window: EVER,
    ...over,
  })
const namesOf = async (...asked: Parameters<typeof read>) =>
  (await read(...asked)).freezes.map(({ said }) => said.name).sort()

describe('the calendar of freezes', () => {
  it('is told from when to when each was so, also of what is gone', async () => {
    const { freezes, environments, isCut } = await read()
    const until = new Map(freezes.map((each) => [each.said.name, each.until]))
    expect(until.get('kept')).toBe(Infinity)
    expect(until.get('lifted')).toBeLessThan(Infinity)
    expect(Math.min(...freezes.map(({ from }) => from))).toBeGreaterThan(0)
    const [now, before] = environments
    expect(now).toMatchObject({ said: { name: 'prod' }, from: before!.until, until: Infinity })
    expect([now!.said.hours === null, before!.said.hours]).toEqual([false, null])
    expect(isCut).toBe(false)
  })

  it('has nothing of a month before anything was said', async () => {
    const [from, until] = [Date.parse('2020-01-01'), Date.parse('2020-02-01')]
    expect(await read({ window: { from, until } })).toMatchObject({ freezes: [], environments: [] })
  })

  it('has what was said at another time as it was known then, and what was gone before isn’t there', async () => {
    const { freezes } = await read()
    const gone = freezes.find(({ said }) => said.name === 'lifted')!
    const then = await read({ at: new Date(gone.until - 1) })
    expect(then.freezes.find(({ said }) => said.name === 'lifted')!.until).toBe(Infinity)
    const window = { from: gone.until, until: EVER.until }
    expect(await namesOf({ window })).toEqual(['kept', 'of-others'])
  })

  it('has what the list’s filter leaves, of what the visitor may see', async () => {
    expect(await namesOf({ filter: { ...ALL, team: 'other' } })).toEqual(['of-others'])
    expect(await namesOf({ filter: { ...ALL, text: 'lift' } })).toEqual(['lifted'])
    expect(await namesOf({ filter: { ...ALL, environment: 'qa' } })).toEqual(['kept', 'of-others'])
    expect(await namesOf({}, actorOf({ teams: new Map([['ieb', 'reader']]) }))).toEqual([
      'kept',
      'lifted',
    ])
  })
})
