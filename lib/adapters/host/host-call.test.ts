// How any answer of a host is understood; the hosts themselves are asked in pull-request-host.test.ts.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OutgoingAnswer } from '#lib/adapters/outgoing/call-out.ts'
import { askHost, type HostLine, pageUrl } from './host-call.ts'

const TOKEN = 'a+secret/token'
const AT = 'Thu, 26 Nov 2026 20:00:00 GMT'

function asked(answer: OutgoingAnswer) {
  const line: HostLine = {
    callOut: async () => answer,
    words: { name: 'The host', rights: 'these rights' },
    headers: {},
    secrets: [TOKEN],
    saidIn: (json) => z.object({ message: z.string() }).safeParse(json).data?.message ?? null,
  }
  return askHost(
    line,
    { method: 'GET', url: 'https://api.example.com' },
    z.object({ id: z.number() }),
  )
}

const answering = (
  status: number,
  json: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): OutgoingAnswer => ({
  outcome: 'answered',
  status,
  headers: new Headers({ Date: AT, ...headers }),
  text: typeof json === 'string' ? json : JSON.stringify(json),
})

describe('an answer of a host', () => {
  it.each([200, 201])('with status %i is read', async (status) => {
    expect(await asked(answering(status, { id: 1 }))).toEqual({ outcome: 'done', value: { id: 1 } })
  })

  it.each([
    [200, '<html>'],
    [200, { id: 'one' }],
    [204, ''],
  ])('with status %i that reads %j is no answer', async (status, json) => {
    expect(await asked(answering(status, json))).toMatchObject({
      outcome: 'unreachable',
      reason: expect.stringContaining('see whether the address of its API is right'),
    })
  })

  it.each([
    [203, 'doesn’t take the token (203)'],
    [302, 'doesn’t take the token (302)'],
    [401, 'doesn’t take the token (401)'],
    [403, 'it needs these rights'],
    [404, 'doesn’t find this'],
    [301, 'has moved (301)'],
    [307, 'has moved (307)'],
    [400, 'refuses this (400)'],
    [409, 'refuses this (409)'],
    [412, 'refuses this (412)'],
    [422, 'refuses this (422)'],
  ])('with status %i needs a person, who is told what to do', async (status, words) => {
    const answer = await asked(answering(status))
    expect(answer).toEqual({ outcome: 'refused', reason: expect.stringContaining(words) })
  })

  it.each([408, 500, 502, 503, 504, 599])(
    'with status %i may be another one later',
    async (status) => {
      expect(await asked(answering(status))).toEqual({
        outcome: 'unreachable',
        reason: `The host is not well (${status}).`,
        askedPauseMs: null,
      })
    },
  )

  it.each<[number, Record<string, string>, string, number]>([
    [429, {}, '', 60_000],
    [429, { 'Retry-After': '7' }, '', 7000],
    [429, { 'Retry-After': 'Thu, 26 Nov 2026 20:02:00 GMT' }, '', 120_000],
    [403, { 'Retry-After': '30' }, '', 30_000],
    [403, {}, 'You have exceeded a secondary rate limit.', 60_000],
    [403, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795723500' }, '', 300_000],
    [403, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': 'soon' }, '', 60_000],
    [429, { 'Retry-After': '999999' }, '', 3_600_000],
    [503, { 'Retry-After': '20' }, '', 20_000],
  ])(
    'with status %i and %j, %s, asks for a pause of %i ms',
    async (status, headers, message, ms) => {
      expect(await asked(answering(status, { message }, headers))).toMatchObject({
        outcome: 'unreachable',
        askedPauseMs: ms,
      })
    },
  )

  it('is told in its own words, in one line of a bounded length', async () => {
    const said = `No commits\n between ${'x'.repeat(1000)}`
    const answer = await asked(answering(422, { message: said }))
    expect(answer).toEqual({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^The host refuses this \(422\)\. It says: No commits between x+…$/,
      ),
    })
  })

  it('is never told with the token in it, in any spelling', async () => {
    const spellings = [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN)]
    const answer = await asked(answering(400, { message: spellings.join(' ') }))
    expect(answer).toMatchObject({ reason: expect.stringContaining('*** *** ***') })
  })

  it.each([
    ['timeout', 'unreachable'],
    ['unreachable', 'unreachable'],
    ['too_large', 'unreachable'],
    ['refused', 'refused'],
  ] as const)('that never came because of %s is %s', async (outcome, expected) => {
    expect(await asked({ outcome, reason: 'In words.' })).toMatchObject({
      outcome: expected,
      reason: 'In words.',
    })
  })
})

describe('the address of a page', () => {
  it.each(['https://github.com/ieb/gitops/pull/1', 'http://127.0.0.1:3000/ieb/gitops/pulls/1'])(
    'may be %s',
    (url) => expect(pageUrl.safeParse(url).success).toBe(true),
  )

  it.each(['javascript:alert(1)', 'data:text/html,x', '/ieb/gitops/pull/1', ''])(
    'may not be %j',
    (url) => expect(pageUrl.safeParse(url).success).toBe(false),
  )
})
