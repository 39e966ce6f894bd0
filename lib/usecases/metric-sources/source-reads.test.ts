import { describe, expect, it } from 'vitest'
import type { SourceAnswer } from '#lib/adapters/metrics/source-call.ts'
import { gridOf } from '#lib/domain/observed/source-series.ts'
import { SourceReads } from './source-reads.ts'

const asker = { tenant: { id: 1 }, payer: 'ada' }
const START = Date.parse('2026-11-22T10:00:00Z')
const answered = (value: number, at = START): SourceAnswer => ({
  outcome: 'answered',
  lines: [{ key: 'a', values: new Map([[at, value]]) }],
})
const down: SourceAnswer = { outcome: 'failed', reason: 'It is down.' }

/** A source that gives these answers in turn, and a clock that goes by hand. */
function world(...answers: (SourceAnswer | Promise<SourceAnswer>)[]) {
  let now = START
  let calls = 0
  let opened = 0
  const reads = new SourceReads(() => now)
  const read = (over: { source?: string; metric?: string; from?: number; payer?: string } = {}) => {
    const { source = '1/1/1', metric = 'm', from = START, payer = 'ada' } = over
    const grid = gridOf(new Date(from), new Date(from + 3_600_000), '15m')!
    return reads.read(
      { ...asker, payer },
      {
        source,
        metric,
        open: () => {
          opened += 1
          return async () => answers[Math.min(calls++, answers.length - 1)]!
        },
        question: { url: 'https://h', workspace: null, query: 'q', grid },
      },
    )
  }
  return {
    read,
    pass: (ms: number) => (now += ms),
    calls: () => calls,
    opened: () => opened,
  }
}

describe('a source of metrics', () => {
  it('is asked once for what many ask at the same time, and not again until it may have changed', async () => {
    const { read, calls, pass, opened } = world(answered(1), answered(2))
    const all = await Promise.all([read(), read({ payer: 'bob' }), read({ payer: 'cy' })])
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toMatchObject({
      lines: [{ values: [1, null, null, null, null] }],
      failure: null,
    })
    pass(299_999)
    await read()
    expect(calls()).toBe(1)
    pass(1)
    expect((await read()).lines[0]?.values[0]).toBe(2)
    expect([calls(), opened()]).toEqual([2, 1])
  })

  it('is asked anew for another time, another metric, and once it was edited', async () => {
    const { read, calls, opened } = world(answered(1))
    for (const over of [{}, { from: START + 900_000 }, { metric: 'n' }, { source: '1/1/2' }]) {
      await read(over)
    }
    expect([calls(), opened()]).toEqual([4, 2])
  })

  it('that fails is told with what it said last and when, and is left alone for ten seconds', async () => {
    const { read, calls, pass } = world(answered(1), down, answered(3))
    await read()
    pass(300_000)
    const failed = await read()
    expect(failed).toMatchObject({ failure: 'It is down.', asOf: START })
    expect(failed.lines[0]?.values[0]).toBe(1)
    pass(9_999)
    expect(await read()).toBe(failed)
    expect(calls()).toBe(2)
    pass(1)
    expect(await read()).toMatchObject({ failure: null, asOf: START + 310_000 })
  })

  it('that never answered says nothing but why', async () => {
    expect(await world(down).read()).toEqual({
      times: [],
      lines: [],
      leftOut: 0,
      asOf: null,
      failure: 'It is down.',
    })
  })

  it('that takes long holds up no more than two questions of a person, and four of a tenant', async () => {
    const { promise, resolve } = Promise.withResolvers<SourceAnswer>()
    const { read, calls } = world(promise)
    const people = ['ada', 'ada', 'ada', 'bob', 'cy', 'di']
    const all = people.map((payer, index) => read({ payer, metric: `m${index}` }))
    await new Promise(setImmediate)
    expect(calls()).toBe(4)
    resolve(answered(1))
    expect(await Promise.all(all)).toHaveLength(6)
  })
})
