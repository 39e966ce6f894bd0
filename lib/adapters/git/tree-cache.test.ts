import { describe, expect, it } from 'vitest'
import { TreeCache } from './tree-cache.ts'

const bytes = (length: number) => new Uint8Array(length)

function keptOf(cache: TreeCache, ids: readonly string[]): string[] {
  return ids.filter((id) => cache.get(id) !== undefined)
}

describe('the cache of trees', () => {
  it('drops those that were not used for longest when it is full, and no more than it must', () => {
    const cache = new TreeCache(30)
    for (const id of ['a', 'b', 'c']) cache.put(id, bytes(10))
    cache.get('a')
    cache.put('d', bytes(10))
    expect(keptOf(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd'])
    cache.put('e', bytes(20))
    expect(keptOf(cache, ['a', 'c', 'd', 'e'])).toEqual(['d', 'e'])
  })

  it('counts a tree once, however often it is put', () => {
    const cache = new TreeCache(30)
    for (let time = 0; time < 5; time += 1) cache.put('a', bytes(20))
    cache.put('b', bytes(10))
    expect(keptOf(cache, ['a', 'b'])).toEqual(['a', 'b'])
  })

  it('keeps what it has when a tree is larger than all of it', () => {
    const cache = new TreeCache(30)
    cache.put('a', bytes(10))
    cache.put('b', bytes(31))
    expect(keptOf(cache, ['a', 'b'])).toEqual(['a'])
  })
})
