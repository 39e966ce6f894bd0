import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { preparingClient } from './prepared.ts'
import { openClient } from './testing/open-client.ts'

const MAX = 2
const TEXTS = [
  'select $1::int + 1 as sum',
  'select $1::int + 2 as sum',
  'select $1::int + 3 as sum',
]

let connected: ReturnType<typeof openClient>

beforeAll(() => {
  connected = openClient(inject('databaseUrl'))
})

afterAll(() => connected.end())

it('a connection keeps no more statements than it may, and answers the others as well', async () => {
  const client = preparingClient(connected, MAX)
  const answers = async () => {
    const sums: unknown[] = []
    for (const text of TEXTS) sums.push(...(await client.unsafe<{ sum: number }[]>(text, [1])))
    return sums
  }
  const expected = [{ sum: 2 }, { sum: 3 }, { sum: 4 }]
  expect([await answers(), await answers()]).toEqual([expected, expected])
  const kept = await connected<{ statement: string }[]>`
    select statement from pg_prepared_statements where statement like ${'select $1::int + %'}`
  expect(kept.map(({ statement }) => statement).sort()).toEqual(TEXTS.slice(0, MAX))
})
