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

/** A row of two columns: before and after; null: nothing stands there. A hunk's head is in both. */
export type SplitRow = { readonly before: DiffLine | null; readonly after: DiffLine | null }

/** The lines in two columns, where removed lines stand beside the added ones that follow them. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    const length = Math.max(removed.length, added.length)
    for (let i = 0; i < length; i++) {
      rows.push({ before: removed[i] ?? null, after: added[i] ?? null })
    }
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.sign === '-') removed.push(line)
    else if (line.sign === '+') added.push(line)
    else {
      flush()
      rows.push({ before: line, after: line })
    }
  }
  flush()
  return rows
}
