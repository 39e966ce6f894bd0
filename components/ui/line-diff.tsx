import { diffLines } from 'diff'
import { classNames } from './class-names.ts'

type Line = { readonly sign: '+' | '-' | ' '; readonly text: string; readonly number: number }

const LOOKS = {
  '+': 'bg-good-soft text-good',
  '-': 'bg-bad-soft text-bad',
  ' ': 'text-muted',
}

const WORDS = { '+': 'Added: ', '-': 'Removed: ', ' ': '' }

/** Two texts line by line: removed, added and unchanged lines. */
export function LineDiff({
  before,
  after,
  label,
}: {
  before: string
  after: string
  label: string
}) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto py-1 font-mono text-xs leading-5"
    >
      {linesOf(before, after).map(({ sign, text, number }) => (
        <div key={number} className={classNames('flex min-w-max', LOOKS[sign])}>
          <span aria-hidden className="w-8 shrink-0 text-center select-none">
            {sign === '-' ? '−' : sign}
          </span>
          <span className="pr-4 whitespace-pre">
            {sign !== ' ' && <span className="sr-only">{WORDS[sign]}</span>}
            {text}
          </span>
        </div>
      ))}
    </section>
  )
}

function linesOf(before: string, after: string): Line[] {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }) => {
    const sign = added ? ('+' as const) : removed ? ('-' as const) : (' ' as const)
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign, text }))
  })
  return lines.map((line, number) => ({ ...line, number }))
}
