import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Rounds } from './rounds.ts'

/** Rounds that end when they are told to, and what was in each. */
function createRounds(max?: number) {
  const rounds: string[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const joined = new Rounds<string, string>(async (items) => {
    rounds.push([...items])
    const end = Promise.withResolvers<void>()
    ends.push(end)
    await end.promise
    return items.map((item) => `${item}!`)
  }, max)
  return { rounds, ends, joined }
}

it('do the first at once, and what comes meanwhile together', async () => {
  const { rounds, ends, joined } = createRounds()
  const outcomes = ['a', 'b', 'c'].map((item) => joined.join(1, item))
  expect(rounds).toEqual([['a']])
  ends[0]!.resolve()
  expect(await outcomes[0]).toBe('a!')
  await pause()
  expect(rounds).toEqual([['a'], ['b', 'c']])
  ends[1]!.resolve()
  expect(await Promise.all(outcomes)).toEqual(['a!', 'b!', 'c!'])
  void joined.join(1, 'd')
  expect(rounds.at(-1)).toEqual(['d'])
})

it('take no more than so many in a round, and the rest in the next one', async () => {
  const { rounds, ends, joined } = createRounds(2)
  const outcomes = ['a', 'b', 'c', 'd'].map((item) => joined.join(1, item))
  for (const index of [0, 1, 2]) {
    ends[index]!.resolve()
    await pause()
  }
  await Promise.all(outcomes)
  expect(rounds).toEqual([['a'], ['b', 'c'], ['d']])
})

it('let no tenant wait for another', () => {
  const { rounds, joined } = createRounds()
  void joined.join(1, 'a')
  void joined.join(2, 'b')
  expect(rounds).toEqual([['a'], ['b']])
})

it('fail for those in it alone', async () => {
  const { ends, joined } = createRounds()
  const outcomes = ['a', 'b', 'c'].map((item) => joined.join(1, item))
  const settled = Promise.allSettled(outcomes)
  ends[0]!.resolve()
  await outcomes[0]
  await pause()
  ends[1]!.reject(new Error('lost'))
  await settled
  const later = joined.join(1, 'd')
  ends[2]!.resolve()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await later).toBe('d!')
})
