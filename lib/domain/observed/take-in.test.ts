import { describe, expect, it } from 'vitest'
import { itemText } from './item-text.ts'
import type { ReportedItem } from './reported.ts'
import { isUnsettled, type Known, type KnownPair, takeIn, type Word } from './take-in.ts'
import { commit, condition, item, syncEntry } from './testing/items.ts'

const APP = 1
const second = (count: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + count * 1000)

/** A word about the whole cluster at a second: what it says of the one application, null: that it isn't there. */
function word(at: number, fields: Partial<ReportedItem> | null, isComplete = true): Word {
  const told = fields && item(fields)
  return {
    order: { at: second(at), sequence: null },
    at: second(at),
    isComplete,
    items: new Map(told ? [[APP, { item: told, digest: itemText(told) }]] : []),
  }
}

const PLACED: Known['placed'] = new Map([[APP, { targetRevision: 'main', isPulled: true }]])
const nothing: Known = { complete: null, pairs: new Map(), placed: PLACED, ended: new Set() }

/** What is known after a word, and what it told. */
function hear(word: Word, known: Known) {
  const taken = takeIn(word, known)
  const pairs = new Map(known.pairs)
  for (const [application, pair] of taken.pairs) {
    if (pair === null) pairs.delete(application)
    else pairs.set(application, pair)
  }
  return {
    taken,
    known: { ...known, pairs, complete: taken.isNewest ? word.order : known.complete },
  }
}

function hearAll(words: readonly Word[], known = nothing) {
  const turns: { state: string | null; atS: number }[] = []
  let last = known
  for (const each of words) {
    const { taken, known } = hear(each, last)
    last = known
    for (const { state, at } of taken.turns) {
      turns.push({ state, atS: (at.getTime() - second(0).getTime()) / 1000 })
    }
  }
  return { turns, known: last, pair: last.pairs.get(APP) }
}

const degraded = { health: 'Degraded' } as const
const broken = { sync: 'Unknown', conditions: [condition('ComparisonError')] } as const

describe('the history of states', () => {
  it('tells a change within a minute of the last one when the minute has passed, and since when it really was so', () => {
    const { turns, pair } = hearAll([
      word(0, {}),
      word(20, degraded),
      word(50, degraded),
      word(70, degraded),
    ])
    expect(turns).toEqual([
      { state: 'healthy', atS: 0 },
      { state: 'degraded', atS: 20 },
    ])
    expect(isUnsettled(pair!)).toBe(false)
  })

  it('tells nothing of what was over within the minute', () => {
    const { turns } = hearAll([word(0, {}), word(20, degraded), word(40, {}), word(70, {})])
    expect(turns).toEqual([{ state: 'healthy', atS: 0 }])
  })

  it('tells a new commit, and not that its source can’t be read', () => {
    const next = { revision: commit(2), history: [syncEntry(2, second(90))] }
    const unread = { ...next, revision: null }
    const { turns, pair } = hearAll([word(0, {}), word(100, next), word(200, unread)])
    expect(turns).toEqual([
      { state: 'healthy', atS: 0 },
      { state: 'healthy', atS: 100 },
    ])
    expect(pair?.revision).toBe(commit(2))
  })

  it('ends when an application is gone that isn’t wanted', () => {
    const known = { ...nothing, placed: new Map(), ended: new Set([APP]) }
    const { turns, pair } = hearAll([word(0, {}), word(100, null)], known)
    expect(turns).toEqual([
      { state: 'leaving', atS: 0 },
      { state: null, atS: 100 },
    ])
    expect(pair).toBeUndefined()
  })
})

describe('a state that comes with time alone', () => {
  it('counts from when the cluster first said so, and from its own instant on', () => {
    const { known, pair } = hearAll([word(0, {}), word(60, broken), word(120, broken)])
    expect(pair).toMatchObject({
      state: 'progressing',
      later: { state: 'failed', at: second(360) },
    })
    const { turns } = hearAll([word(600, broken)], known)
    expect(turns).toEqual([{ state: 'failed', atS: 360 }])
  })

  it('doesn’t come if the cluster says otherwise in the meantime, and counts anew then', () => {
    const { pair } = hearAll([word(0, broken), word(120, {}), word(240, broken)])
    expect(pair?.later?.at).toEqual(second(540))
  })
})

const syncs = (...numbers: readonly number[]) => ({
  history: numbers.map((number) => syncEntry(number, second(number))),
})
const told = (heard: ReturnType<typeof hear>) => heard.taken.syncs.map(({ entry }) => entry.id)

describe('the history of syncs', () => {
  it('gets from a new word what comes after the newest that is known', () => {
    const first = hear(word(10, syncs(1, 2)), nothing)
    expect(told(first)).toEqual([1, 2])
    expect(told(hear(word(20, syncs(1, 2, 3, 4)), first.known))).toEqual([3, 4])
    expect(told(hear(word(20, syncs(5, 6)), first.known))).toEqual([5, 6])
  })

  it('gets from a late word all that it says', () => {
    const first = hear(word(10, syncs(5, 6)), nothing)
    const late = hear(word(5, syncs(3, 4, 5, 6)), first.known)
    expect(told(late)).toEqual([3, 4, 5, 6])
    expect(late.taken.pairs.size + late.taken.turns.length).toBe(0)
  })

  it('gets a sync that the cluster’s clock puts before the last one, as it was set back', () => {
    const first = hear(word(10, syncs(8, 9)), nothing)
    expect(told(hear(word(20, syncs(8, 9, 2)), first.known))).toEqual([2])
  })
})

const settled = () => hear(word(70, {}), hear(word(0, {}), nothing).known)

describe('the next word about the whole cluster', () => {
  it('needs no look if it says the same as one after which nothing changes by itself', () => {
    expect(settled().taken.isUnsettled).toBe(false)
  })

  it.each([
    ['something changes with time', (known: Known) => hear(word(90, broken), known)],
    [
      'the history waits for its minute',
      (known: Known) => {
        const { known: after } = hear(word(140, degraded), known)
        return hear(word(150, {}), after)
      },
    ],
    ['a part was heard', (known: Known) => hear(word(90, degraded, false), known)],
    [
      'a part is newer than it',
      (known: Known) => {
        const { known: after } = hear(word(90, degraded, false), known)
        return hear(word(80, {}), after)
      },
    ],
  ])('has to be looked at if %s', (_, next) => {
    expect(next(settled().known).taken.isUnsettled).toBe(true)
  })

  it('finds what it found if an old one came between', () => {
    const old = hear(word(30, degraded), settled().known)
    expect(old.taken).toMatchObject({ isNewest: false, isUnsettled: false, turns: [] })
    expect(old.taken.pairs.size).toBe(0)
  })
})

describe('what is known', () => {
  it('stays as it is stored if a word says the same', () => {
    const { known } = hearAll([word(0, {})])
    expect(takeIn(word(100, {}), known).pairs.size).toBe(0)
  })

  it.each([
    ['missing', true],
    [undefined, false],
  ])('of what isn’t there is %s if its placement was pulled: %s', (state, isPulled) => {
    const placed = new Map([[APP, { targetRevision: null, isPulled }]])
    const { pair } = hearAll([word(0, null)], { ...nothing, placed })
    expect(pair?.state).toBe(state)
  })

  it('of what a part doesn’t name stays as it was', () => {
    const { known, pair } = hearAll([word(0, {})])
    expect(hearAll([word(100, null, false)], known).pair).toBe<KnownPair | undefined>(pair)
  })
})
