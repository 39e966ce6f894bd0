'use client'

import { useState } from 'react'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { type DiffLine, splitRows } from './patch-lines.ts'

/** So many lines are drawn at first, and as many again on each click. */
const LINES = 500

const LOOKS: Readonly<Record<DiffLine['sign'], string>> = {
  '+': 'bg-good-soft text-good',
  '-': 'bg-bad-soft text-bad',
  '@': 'bg-sunken text-muted',
  ' ': 'text-muted',
}

/** The lines of one file's diff, in one column or in two as the visitor prefers. */
export function PatchView({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const { preferences } = usePreferences()
  const [count, setCount] = useState(LINES)
  const shown = lines.slice(0, count)
  const more = lines.length - shown.length
  return (
    <>
      <section
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto border-t pb-1 font-mono text-xs leading-5 -outline-offset-2"
      >
        {preferences.diff === 'split' ? <Split lines={shown} /> : <Unified lines={shown} />}
      </section>
      {more > 0 && (
        <p className="border-t p-2 text-center">
          <Button onClick={() => setCount(count + LINES)}>
            {`Show more of ${more.toLocaleString('en')} lines`}
          </Button>
        </p>
      )}
    </>
  )
}

function Unified({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line) => <Line key={line.number} line={line} />)
}

function Split({ lines }: { lines: readonly DiffLine[] }) {
  return splitRows(lines).map(({ before, after }) => (
    <div
      key={`${before?.number} ${after?.number}`}
      className="grid min-w-[48rem] grid-cols-2 divide-x"
    >
      <Side line={before} />
      <Side line={after} />
    </div>
  ))
}

function Side({ line }: { line: DiffLine | null }) {
  return line ? (
    <div className="min-w-0 overflow-hidden">
      <Line line={line} isWrapped />
    </div>
  ) : (
    <div className="bg-sunken/50" />
  )
}

function Line({
  line: { sign, text },
  isWrapped = false,
}: {
  line: DiffLine
  isWrapped?: boolean
}) {
  return (
    <div className={classNames('flex', isWrapped ? 'h-full' : 'min-w-max', LOOKS[sign])}>
      <span aria-hidden className="w-7 shrink-0 text-center select-none">
        {sign === '-' ? '−' : sign === '@' ? '' : sign}
      </span>
      <span
        className={classNames(
          'pr-4',
          isWrapped ? 'break-all whitespace-pre-wrap' : 'whitespace-pre',
        )}
      >
        {text}
      </span>
    </div>
  )
}
