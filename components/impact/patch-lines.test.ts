import { createTwoFilesPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import { lineCounts, linesOf } from './patch-lines.ts'

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
