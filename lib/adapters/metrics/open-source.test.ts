// Against stand-ins of the published shapes; a real Prometheus is asked in scripts/prometheus.test.ts.
import { describe, expect, it } from 'vitest'
import type { CallOut, OutgoingCall } from '#lib/adapters/outgoing/call-out.ts'
import { gridOf } from '#lib/domain/observed/source-series.ts'
import { openSource } from './open-source.ts'
import type { Credential } from './sign-in.ts'

const grid = gridOf(new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T11:00:00Z'), '15m')!
const T = grid.times[0]!
const GUID = '5e000000-0000-4000-8000-00000000000c'
const none: Credential = { by: 'none' }
const entra: Credential = {
  by: 'entra',
  client: {
    tenant: GUID,
    clientId: GUID,
    clientSecret: 'client-secret',
    authority: 'https://login.microsoftonline.com',
    scope: 'https://api.loganalytics.azure.com/.default',
  },
}
const question = {
  url: 'https://prometheus.example.com/prom/',
  workspace: GUID,
  query: 'sum by (a) (x)',
  grid,
}

type Heard = { readonly url: string; readonly call: OutgoingCall }

/** Answers by the host, and notes what it was asked. */
function standIn(answers: Readonly<Record<string, readonly [status: number, json: unknown]>>) {
  const heard: Heard[] = []
  const callOut: CallOut = async (url, call) => {
    heard.push({ url, call })
    const answer = answers[new URL(url).host]
    if (answer === undefined) return { outcome: 'unreachable', reason: 'nothing listens there.' }
    const [status, json] = answer
    const text = typeof json === 'string' ? json : JSON.stringify(json)
    return { outcome: 'answered', status, headers: new Headers(), text }
  }
  return { heard, callOut }
}

const matrix = (...result: object[]) => ({
  status: 'success',
  data: { resultType: 'matrix', result },
})
const asked = (json: unknown, status = 200, credential: Credential = none) => {
  const { heard, callOut } = standIn({ 'prometheus.example.com': [status, json] })
  return { heard, answer: openSource('prometheus', credential, callOut)(question) }
}

describe('a Prometheus', () => {
  it('is asked for the range, and its lines are named by their labels', async () => {
    const { heard, answer } = asked(
      matrix(
        { metric: { __name__: 'x', b: '2', a: '1' }, values: [[T / 1000, '3.5']] },
        { metric: {}, values: [[T / 1000 + 900.5, 'NaN']] },
        { metric: { a: 'h' }, histograms: [] },
      ),
    )
    expect(await answer).toEqual({
      outcome: 'answered',
      lines: [
        { key: 'a=1, b=2', values: new Map([[T, 3.5]]) },
        { key: '', values: new Map([[T + 900_500, Number.NaN]]) },
        { key: 'a=h', values: new Map() },
      ],
    })
    const [{ url, call } = { url: '', call: undefined }] = heard
    expect(url).toBe('https://prometheus.example.com/prom/api/v1/query_range')
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
      query: question.query,
      start: String(T / 1000),
      end: String(T / 1000 + 3600),
      step: '900',
    })
  })

  it.each([
    [{ by: 'basic', username: 'berth', password: 'pass:word' }, 'Basic YmVydGg6cGFzczp3b3Jk'],
    [{ by: 'bearer', token: 'token' }, 'Bearer token'],
    [none, undefined],
  ] as const)('is signed in to as %j says', async (credential, header) => {
    const { heard, answer } = asked(matrix(), 200, credential)
    expect(await answer).toEqual({ outcome: 'answered', lines: [] })
    expect(heard[0]?.call.headers?.['Authorization']).toBe(header)
  })

  it.each([
    [
      400,
      { status: 'error', errorType: 'bad_data', error: 'parse error:\n unexpected' },
      'status 400. It says: parse error: unexpected',
    ],
    [401, 'Unauthorized', 'doesn’t let Berth in (401).'],
    [429, {}, 'too often (429)'],
    [302, '', 'status 302.'],
    [200, '<html>', 'not as such a source does'],
    [
      200,
      { status: 'success', data: { resultType: 'vector', result: [] } },
      'not as such a source',
    ],
    [500, { status: 'error', error: 'x'.repeat(1000) }, 'xxx…'],
  ])('that answers %i %j has failed, and it is said how', async (status, json, words) => {
    expect(await asked(json, status).answer).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining(words),
    })
  })

  it('that can’t be reached has failed', async () => {
    const { callOut } = standIn({})
    expect(await openSource('prometheus', none, callOut)(question)).toEqual({
      outcome: 'failed',
      reason: 'nothing listens there.',
    })
  })
})

const table = (columns: readonly (readonly [string, string])[], rows: unknown[][]) => ({
  tables: [
    { name: 'PrimaryResult', columns: columns.map(([name, type]) => ({ name, type })), rows },
  ],
})

describe('Azure Log Analytics', () => {
  const azure = { ...question, url: 'https://api.loganalytics.azure.com' }
  const token = { token_type: 'Bearer', expires_in: 3599, access_token: 'entra-token' }
  const standInOf = (
    json: unknown,
    status = 200,
    tokenAnswer: readonly [number, unknown] = [200, token],
  ) =>
    standIn({
      'login.microsoftonline.com': tokenAnswer,
      'api.loganalytics.azure.com': [status, json],
    })

  it('is asked with a token of Microsoft Entra ID, which is kept', async () => {
    const { heard, callOut } = standInOf(
      table(
        [
          ['TimeGenerated', 'datetime'],
          ['Region', 'string'],
          ['count_', 'long'],
          ['p95', 'real'],
        ],
        [
          ['2026-11-22T10:00:00Z', 'east', 3, 1.5],
          ['2026-11-22T10:15:00Z', 'east', 4, null],
        ],
      ),
    )
    const ask = openSource('log-analytics', entra, callOut)
    expect(await ask(azure)).toEqual({
      outcome: 'answered',
      lines: [
        {
          key: 'east, count_',
          values: new Map([
            [T, 3],
            [T + 900_000, 4],
          ]),
        },
        { key: 'east, p95', values: new Map([[T, 1.5]]) },
      ],
    })
    await ask(azure)
    expect(heard.map(({ url }) => new URL(url).host)).toEqual([
      'login.microsoftonline.com',
      'api.loganalytics.azure.com',
      'api.loganalytics.azure.com',
    ])
    const [signIn, query] = heard
    expect(signIn?.url).toContain(`/${GUID}/oauth2/v2.0/token`)
    expect(Object.fromEntries(new URLSearchParams(signIn?.call.body))).toMatchObject({
      grant_type: 'client_credentials',
      client_id: GUID,
      client_secret: 'client-secret',
      scope: 'https://api.loganalytics.azure.com/.default',
    })
    expect(query?.url).toBe(`https://api.loganalytics.azure.com/v1/workspaces/${GUID}/query`)
    expect(query?.call.headers?.['Authorization']).toBe('Bearer entra-token')
    expect(JSON.parse(query?.call.body ?? '')).toEqual({
      query: question.query,
      timespan: '2026-11-22T10:00:00.000Z/2026-11-22T11:15:00.000Z',
    })
  })

  it('isn’t asked without a token, and nothing of the secret is said', async () => {
    const refusal = { error: 'invalid_client', error_description: 'client-secret is wrong' }
    const { heard, callOut } = standInOf({}, 200, [401, refusal])
    expect(await openSource('log-analytics', entra, callOut)(azure)).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining('gives no token'),
    })
    expect(heard).toHaveLength(1)
  })

  it.each([
    [
      200,
      table(
        [
          ['Region', 'string'],
          ['n', 'long'],
        ],
        [],
      ),
      'no column of instants',
    ],
    [
      200,
      table(
        [
          ['T', 'datetime'],
          ['Region', 'string'],
        ],
        [],
      ),
      'none of numbers',
    ],
    [
      200,
      table(
        [
          ['T', 'datetime'],
          ['n', 'long'],
        ],
        [['soon', 1]],
      ),
      'not as such a source',
    ],
    [200, { tables: [] }, 'not as such a source'],
    [
      400,
      {
        error: {
          message: 'There is an error',
          code: 'BadArgumentError',
          innererror: { code: 'SemanticError', message: 'no table T' },
        },
      },
      'status 400. It says: no table T',
    ],
    [
      403,
      { error: { message: 'InsufficientAccessError', code: 'x' } },
      'doesn’t let Berth in (403)',
    ],
  ])('that answers %i %j has failed, and it is said how', async (status, json, words) => {
    const { callOut } = standInOf(json, status)
    expect(await openSource('log-analytics', entra, callOut)(azure)).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining(words),
    })
  })
})
