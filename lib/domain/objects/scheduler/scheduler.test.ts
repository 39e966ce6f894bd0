import { describe, expect, it } from 'vitest'
import { readStoredObject, objectJson } from '../object-json.ts'
import { secretIssues } from '../secrets.ts'
import type { Scheduler } from './scheduler.ts'
import { schedulerCodec } from './scheduler.ts'
import { schedulerIssues } from './scheduler-issues.ts'

const URL = 'https://scheduler.example.com/berth'
const KEY = `whsec_${'c2VjcmV0'.repeat(4)}`

function schedulerOf(sent: object): Scheduler {
  const read = schedulerCodec.decode(schedulerCodec.input.parse({ name: 'gpu-packer', ...sent }))
  if (!read.ok) throw new Error(read.issues[0]?.reason)
  return read.value
}

const codesOf = (sent: object) => {
  const read = schedulerCodec.decode(schedulerCodec.input.parse({ name: 'gpu-packer', ...sent }))
  const issues = read.ok ? schedulerIssues(read.value) : read.issues
  return issues.map(({ path, code }) => [path.join('/'), code])
}

it('is asked once an hour and has ten seconds, unless it says otherwise', () => {
  expect(objectJson(schedulerOf({ url: URL }))).toEqual({
    name: 'gpu-packer',
    description: '',
    url: URL,
    every: '1h',
    timeout: '10s',
    secret: 'unset',
  })
  expect(schedulerOf({ every: '90m', timeout: '60s' })).toMatchObject({
    url: null,
    everyMs: 5_400_000,
    timeoutMs: 60_000,
  })
})

it('is read back as it was stored', () => {
  const scheduler = { ...schedulerOf({ every: '2d', timeout: '1s' }), secret: 'set' as const }
  expect(readStoredObject('scheduler', objectJson(scheduler))).toEqual({
    ok: true,
    value: scheduler,
  })
})

it.each([
  [{ name: 'GPU' }, [['name', 'name_format']]],
  [{ url: 'http://scheduler.example.com' }, [['url', 'url_scheme']]],
  [{ every: '0m' }, [['every', 'duration_format']]],
  [
    { every: 'often', timeout: '10' },
    [
      ['every', 'duration_format'],
      ['timeout', 'timeout_format'],
    ],
  ],
  [{ timeout: '0s' }, [['timeout', 'timeout_format']]],
  [{ timeout: '61s' }, [['timeout', 'timeout_format']]],
])('is refused as %j', (sent, codes) => {
  expect(codesOf(sent)).toEqual(codes)
})

const codes = (before: Scheduler | null, after: Scheduler, secret?: string) =>
  secretIssues(after, before, new Map(secret === undefined ? [] : [['secret', secret]])).map(
    ({ code }) => code,
  )

describe('its secret', () => {
  const kept = { ...schedulerOf({ url: URL }), secret: 'set' as const }

  it('is needed where Berth asks, and is a key to sign with', () => {
    expect(codes(null, schedulerOf({ url: URL }))).toEqual(['required'])
    expect(codes(null, schedulerOf({}))).toEqual([])
    expect(codes(null, kept, KEY)).toEqual([])
    expect(codes(null, kept, 'hunter2')).toEqual(['token_format'])
  })

  it('goes to no other server than the one that it was given for', () => {
    expect(codes(kept, { ...kept, url: `${URL}/other` })).toEqual([])
    expect(codes(kept, { ...kept, url: 'https://other.example.com' })).toEqual([
      'credential_of_another_server',
    ])
  })
})
