import { createTwoFilesPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import { lineCounts, linesOf, splitRows } from './patch-lines.ts'

describe('the lines of a patch', () => {
  it('are those of its hunks, without the names of the file', () => {
    const lines = linesOf(createTwoFilesPatch('a/x', 'b/x', 'one\n-- two\n', 'one\n++ three\n'))
    expect(lines.map(({ sign, text }) => sign + text)).toEqual([
      '@@@ -1,2 +1,2 @@',
      ' one',
      '--- two',
      '+++ three',
    ])
    expect(lineCounts(lines)).toEqual({ added: 1, removed: 1 })
  })

  it('are none where nothing differs', () => {
    expect(linesOf(createTwoFilesPatch('a/x', 'b/x', 'one\n', 'one\n'))).toEqual([])
  })
})

const rowsOf = (before: string, after: string) =>
  splitRows(linesOf(createTwoFilesPatch('a/x', 'b/x', before, after))).map(({ before, after }) => [
    before?.text ?? null,
    after?.text ?? null,
  ])

describe('the lines of a patch in two columns', () => {
  it('put what goes beside what comes in its place', () => {
    expect(rowsOf('same\none\ntwo\nend\n', 'same\nnew\nend\nmore\n')).toEqual([
      ['@@ -1,4 +1,4 @@', '@@ -1,4 +1,4 @@'],
      ['same', 'same'],
      ['one', 'new'],
      ['two', null],
      ['end', 'end'],
      [null, 'more'],
    ])
  })
})
