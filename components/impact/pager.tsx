import { Button } from '#components/ui/button.tsx'
import { ROWS } from './rows.ts'

const text = (value: number) => value.toLocaleString('en')

/** Leads through a list of which a page is shown; nothing where there is only one. */
export function Pager({
  first,
  count,
  total,
  onPrevious,
  onNext,
}: {
  /** The index of the first row, and how many rows there are. */
  first: number
  count: number
  total: number
  onPrevious: () => void
  onNext: () => void
}) {
  if (total <= ROWS) return null
  return (
    <nav
      aria-label="Pages of the preview"
      className="flex items-center justify-between gap-2 border-b px-3 py-1.5 text-xs text-muted tabular-nums"
    >
      <span>
        {text(first + 1)}–{text(first + count)} of {text(total)}
      </span>
      <span className="flex gap-1">
        <Button look="quiet" disabled={first === 0} onClick={onPrevious}>
          Previous
        </Button>
        <Button look="quiet" disabled={first + count >= total} onClick={onNext}>
          Next
        </Button>
      </span>
    </nav>
  )
}
