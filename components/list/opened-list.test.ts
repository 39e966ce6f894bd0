import { describe, expect, it } from 'vitest'
import { neighboursIn, type OpenedList } from './opened-list.ts'

const list: OpenedList = {
  href: '/clusters?labelSelector=region%3Deast&page=x',
  rows: ['/clusters/a?at=2026-01-01', '/clusters/b?at=2026-01-01', '/clusters/c?at=2026-01-01'],
  firstRow: 51,
  total: '312',
  previousHref: '/clusters?labelSelector=region%3Deast',
  nextHref: null,
}
const kept = JSON.stringify(list)

describe('beside an object that was opened from a list', () => {
  it('are the rows before and after it, as the list was asked', () => {
    expect(neighboursIn(kept, '/clusters/b')).toEqual({
      list: list.href,
      place: '52 of 312',
      previous: list.rows[0],
      next: list.rows[2],
    })
  })

  it('is the page of the list before its first row, and nothing after its last one', () => {
    expect(neighboursIn(kept, '/clusters/a')?.previous).toBe(list.previousHref)
    expect(neighboursIn(kept, '/clusters/c')?.next).toBeNull()
  })

  it.each([
    ['the list hasn’t it', kept, '/clusters/d'],
    ['only the start of its name is there', kept, '/clusters'],
    ['no list was opened', null, '/clusters/a'],
    ['something else was kept', '{"rows": 3}', '/clusters/a'],
    ['what was kept is no JSON', '{', '/clusters/a'],
  ])('is nothing where %s', (_, kept, path) => {
    expect(neighboursIn(kept, path)).toBeNull()
  })
})
