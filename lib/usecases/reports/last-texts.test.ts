import { expect, it } from 'vitest'
import { LastTexts } from './last-texts.ts'

const said = (text: string) => ({ text, whole: text, received: 1 })

it('of each cluster of each tenant the last text is known', () => {
  const texts = new LastTexts()
  texts.note(1, 'kit-01', said('a'))
  texts.note(1, 'kit-01', said('b'))
  texts.note(2, 'kit-01', said('c'))
  expect(texts.find(1, 'kit-01')).toEqual(said('b'))
  expect(texts.find(2, 'kit-01')).toEqual(said('c'))
  expect(texts.find(1, 'kit-02')).toBeNull()
  texts.forget(1, 'kit-01')
  expect([texts.find(1, 'kit-01'), texts.find(2, 'kit-01')]).toEqual([null, said('c')])
})

it('of more clusters than are remembered those are forgotten that were noted longest ago', () => {
  const texts = new LastTexts(2)
  for (const cluster of ['a', 'b', 'a', 'c']) texts.note(1, cluster, said(cluster))
  expect(['a', 'b', 'c'].filter((cluster) => texts.find(1, cluster) !== null)).toEqual(['a', 'c'])
})
