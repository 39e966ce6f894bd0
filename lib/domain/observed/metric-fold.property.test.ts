// What is made of samples in any order, doubled, in any batches, compared with a model that sees each once and in order.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedToHour, foldMetrics, type HourCounts, type KnownMetrics } from './metric-fold.ts'
import type { KeptSamples } from './metric-series.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const STEP_MS = 15_000
/** Such that they are of three hours. */
const BEGIN = NOW - 500 * STEP_MS
const SERIES = [0, 1, 2]

/** How much more it counts at each scrape; null: the process began anew, and counts as much since. */
type Growth = { readonly more: number; readonly isReset: boolean }
type Sample = { readonly series: number; readonly at: number; readonly value: number }

const growths = fc.array(
  fc.record({ more: fc.nat(5), isReset: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }),
  { minLength: 1, maxLength: 30 },
)

/** It is there from the beginning on, so it didn't begin with 0. */
function samplesOf(series: number, steps: readonly Growth[], spacing: number): Sample[] {
  let value = 100
  const later = steps.map(({ more, isReset }, index) => {
    value = isReset ? more : value + more
    return { series, at: BEGIN + (index + 1) * spacing * STEP_MS, value }
  })
  return [{ series, at: BEGIN, value: 100 }, ...later]
}

/** Each sample once, in order: from the first on, by the hour. */
function modelOf(samples: readonly Sample[]): ReadonlyMap<number, number> {
  const hours = new Map<number, number>()
  for (const series of SERIES) {
    let last: number | null = null
    for (const { at, value } of samples.filter((each) => each.series === series)) {
      const more = last === null ? 0 : value < last ? value : value - last
      const hour = (Math.floor(at / 3_600_000) + 1) * 3_600_000
      if (more > 0) hours.set(hour, (hours.get(hour) ?? 0) + more)
      last = value
    }
  }
  return hours
}

function kept({ series, at, value }: Sample): KeptSamples {
  const target = 'one'
  return {
    of: 'git_requests',
    name: 'fetch',
    says: null,
    target,
    key: `k${series}`,
    samples: [at, value],
  }
}

/** Sends batches one after the other, as they are kept. */
function sendAll(batches: readonly (readonly KeptSamples[])[]) {
  let known: KnownMetrics = { targets: new Map(), keys: new Map(), keyCount: 0 }
  const hours = new Map<number, HourCounts>()
  for (const batch of batches) {
    const folded = foldMetrics(known, batch, NOW)
    known = { ...folded, keys: new Map([...known.keys, ...folded.changed]) }
    for (const [hour, more] of folded.hours) {
      hours.set(hour, addedToHour(hours.get(hour) ?? {}, more))
    }
  }
  return { known, hours }
}

const totalsOf = (hours: ReadonlyMap<number, HourCounts>) =>
  new Map(
    [...hours].flatMap(([hour, { git_requests: counts = {} }]) =>
      counts['fetch'] === 0 ? [] : [[hour, counts['fetch'] ?? 0] as const],
    ),
  )
const isFirst = ({ at }: Sample) => at === BEGIN
const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0)

/** All samples, in batches of several series: each series in order, and whole batches a second time. */
const inOrder = fc
  .tuple(fc.tuple(growths, growths, growths), fc.integer({ min: 1, max: 16 }))
  .chain(([steps, spacing]) => {
    const samples = steps.flatMap((each, series) => samplesOf(series, each, spacing))
    const byTime = samples.toSorted((a, b) => a.at - b.at)
    return fc.record({
      samples: fc.constant(samples),
      cuts: fc.array(fc.nat(byTime.length), { maxLength: 8 }),
      again: fc.array(fc.nat(20), { maxLength: 8 }),
      byTime: fc.constant(byTime),
    })
  })

describe('what clusters count', () => {
  it('is what each series counted more, whatever is sent again', () => {
    fc.assert(
      fc.property(inOrder, ({ samples, cuts, again, byTime }) => {
        const later = cuts.map((cut) => Math.max(cut, SERIES.length))
        const ends = [...new Set([...later, byTime.length])].toSorted((a, b) => a - b)
        const batches = ends.map((end, index) => byTime.slice(ends[index - 1] ?? 0, end).map(kept))
        const sent = batches.flatMap((batch, index) => [
          batch,
          ...again.filter((place) => place <= index).map((place) => batches[place]!),
        ])
        expect(totalsOf(sendAll(sent).hours)).toEqual(modelOf(samples))
      }),
    )
  })

  it('is 0 in each hour of which it told and in which it counted nothing more, and unknown in others', () => {
    const hours = [0, 1, 4, 5].map((hour) => NOW - (6 - hour) * 3_600_000)
    const told = {
      ...kept({ series: 0, at: 0, value: 0 }),
      samples: hours.flatMap((at) => [at, 7]),
    }
    const { hours: counted } = sendAll([[told]])
    const ends = hours.map((at) => (Math.floor(at / 3_600_000) + 1) * 3_600_000)
    expect([...counted]).toEqual(ends.map((end) => [end, { git_requests: { fetch: 0 } }]))
  })

  it('is never more than that, in whatever order samples come', () => {
    const shuffled = inOrder.chain(({ samples }) =>
      fc.record({
        samples: fc.constant(samples),
        sent: fc
          .shuffledSubarray([...samples, ...samples], { minLength: 1 })
          .map((all) => all.map((each) => [each])),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ samples, sent }) => {
        const [first, later] = [samples.filter(isFirst), sent.filter(([each]) => !isFirst(each!))]
        const batches = [first, ...later].map((batch) => batch.map(kept))
        const total = sum(totalsOf(sendAll(batches).hours).values())
        expect(total).toBeLessThanOrEqual(sum(modelOf(samples).values()))
      }),
    )
  })
})

const series = (key: string, ...samples: number[]) => ({
  ...kept({ series: 0, at: 0, value: 0 }),
  key,
  samples,
})

it('what wasn’t there when others of its kind were began with 0', () => {
  const born = BEGIN + STEP_MS
  const { hours } = sendAll([
    [series('old', BEGIN, 50)],
    [series('new', born, 3), series('old', born, 50)],
  ])
  expect(sum(totalsOf(hours).values())).toBe(3)
})

it('two counts of one instant are one: the first', () => {
  const { hours } = sendAll([
    [series('one', BEGIN, 50)],
    [series('one', BEGIN, 40)],
    [series('one', BEGIN + STEP_MS, 51)],
  ])
  expect(sum(totalsOf(hours).values())).toBe(1)
})

describe('what clusters say of themselves', () => {
  const words = ['Healthy Synced', 'Degraded Synced', 'Healthy OutOfSync']

  it('is what the newest scrape says, however its batches are doubled', () => {
    const scrapes = fc.array(
      fc.array(fc.constantFrom(...words, null), { minLength: 4, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(scrapes, fc.array(fc.nat(30), { maxLength: 6 }), (told, again) => {
        const batches = told.map((says, scrape) =>
          says.flatMap((word, app): KeptSamples[] => {
            const at = BEGIN + scrape * STEP_MS
            const common = { of: 'application', name: '', target: 'one', key: `a${app}` } as const
            // What is said no more ends at the scrape that doesn't say it.
            const before = told[scrape - 1]?.[app] ?? null
            const ended =
              before === null || before === word
                ? []
                : [{ ...common, says: before, samples: [at, Number.NaN] }]
            return word === null ? ended : [{ ...common, says: word, samples: [at, 1] }, ...ended]
          }),
        )
        const sent = batches.flatMap((batch, index) => [
          batch,
          ...again.filter((place) => place <= index).map((place) => batches[place]!),
        ])
        const { keys } = sendAll(sent).known
        expect(told[0]!.map((_, app) => keys.get(`a${app}`)?.['']?.[1] ?? null)).toEqual(
          told.at(-1),
        )
      }),
    )
  })
})
