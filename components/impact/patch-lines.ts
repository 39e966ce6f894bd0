// A unified diff as lines to show.

export type DiffLine = {
  /** `@` heads a hunk. */
  readonly sign: '+' | '-' | ' ' | '@'
  readonly text: string
  readonly number: number
}

/** The lines of one file's unified diff from its first hunk on; the file's name is shown elsewhere. */
export function linesOf(patch: string): DiffLine[] {
  const lines = patch.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  if (start < 0) return []
  return lines.slice(start).flatMap((line, number) => lineOf(line, number))
}

function lineOf(line: string, number: number): DiffLine[] {
  const sign = line[0]
  if (sign === '@') return [{ sign, text: line, number }]
  // Texts always end with a line break, so git's remark about a missing one (`\`) is left out.
  return sign === '+' || sign === '-' || sign === ' ' ? [{ sign, text: line.slice(1), number }] : []
}

export function lineCounts(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (sign: DiffLine['sign']) => lines.filter((line) => line.sign === sign).length
  return { added: count('+'), removed: count('-') }
}
