import { describe, expect, test } from 'vitest'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { keepRecent, recentRefs } from './recent.ts'

const cluster = (name: string): ObjectRef => ({ kind: 'cluster', team: null, name })

/** What a browser keeps, as far as it is asked for here. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    removeItem: (key) => void kept.delete(key),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }
}

describe('the objects that somebody opened last', () => {
  test('come newest first, each once, and eight at most', () => {
    const kept = storage()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'd']) {
      keepRecent('ada', cluster(name), kept)
    }
    expect(recentRefs('ada', kept).map(({ name }) => name)).toEqual('dihgfecb'.split(''))
  })

  test('are told to nobody else who uses the browser', () => {
    const kept = storage()
    keepRecent('ada', cluster('secret'), kept)
    expect(recentRefs('ines', kept)).toEqual([])
  })

  test.each(['{', '{}', '[null, 1, {"kind": "ship", "team": null, "name": "a"}]'])(
    'are none if what is kept is %s',
    (text) => {
      const kept = storage()
      kept.setItem('berth-recent ada', text)
      expect(recentRefs('ada', kept)).toEqual([])
    },
  )
})
