'use client'

export type WritingMode = 'rows' | 'text'

/** How something is written that can be rows or a text. */
export function ModeSwitch({
  legend,
  mode,
  canDraw,
  onChange,
}: {
  legend: string
  mode: WritingMode
  canDraw: boolean
  onChange: (mode: WritingMode) => void
}) {
  return (
    <fieldset
      aria-label={`How to write: ${legend}`}
      className="flex rounded-md border p-0.5 text-xs"
    >
      {(['rows', 'text'] as const).map((choice) => {
        const isBarred = choice === 'rows' && !canDraw
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={mode === choice}
            disabled={isBarred}
            title={isBarred ? 'Put the text right first: rows can’t show it.' : undefined}
            onClick={() => onChange(choice)}
            className="rounded px-2 py-0.5 text-muted aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink disabled:opacity-60"
          >
            {choice === 'rows' ? 'Rows' : 'Text'}
          </button>
        )
      })}
    </fieldset>
  )
}
