'use client'

import { CopyButton } from '#components/ui/copy-button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import type { MergeConflict } from '#lib/domain/objects/three-way.ts'

export type Side = 'theirs' | 'mine'

/** A field or a label that both changed: what it was, and which of the two it becomes. */
export function MergeConflictRow({
  name,
  conflict: { path, base, theirs, mine },
  side,
  onChoose,
}: {
  name: string
  conflict: MergeConflict
  /** Null: nobody chose yet. */
  side: Side | null
  onChoose: (side: Side) => void
}) {
  const choice = (value: Side, text: string, shown: unknown) => (
    <label className="flex min-h-8 items-center gap-2">
      <input
        type="radio"
        name={`merge-${path.join('.')}`}
        checked={side === value}
        onChange={() => onChoose(value)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="w-24 shrink-0">{text}</span>
      <Shown value={shown} />
    </label>
  )
  return (
    <li className="px-4 py-3">
      <fieldset className="min-w-0">
        <legend className="font-medium">Both of you changed: {name}</legend>
        <p className="flex min-h-8 items-center gap-2 pl-6 text-muted">
          <span className="w-24 shrink-0">It was</span>
          <Shown value={base} />
        </p>
        {choice('theirs', 'Take theirs', theirs)}
        <div className="flex items-center gap-2">
          {choice('mine', 'Keep mine', mine)}
          <CopyButton text={textOf(mine)} label={`my ${name}`} />
        </div>
      </fieldset>
    </li>
  )
}

function Shown({ value }: { value: unknown }) {
  const text = textOf(value)
  return text === '' ? <span className="text-muted">nothing</span> : <Chip>{text}</Chip>
}

/** What a field holds, as people can read it: most hold a text, and selectors one beside what is unfinished. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object' && 'text' in value) return String(value.text)
  return JSON.stringify(value)
}
