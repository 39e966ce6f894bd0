import { Check, X } from 'lucide-react'
import { Chip } from '#components/ui/chip.tsx'
import type { SideExplanation, TermExplanation } from '#lib/domain/fleet/explanation.ts'

/** The terms of a selector, and whether the object's labels satisfy each. */
export function TermList({ side, of }: { side: SideExplanation; of: 'application' | 'cluster' }) {
  if (side.terms.length === 0) {
    return (
      <p className="flex items-center gap-2">
        <Mark holds />
        <Chip>*</Chip> <span className="text-muted">selects every {of}</span>
      </p>
    )
  }
  return (
    <ul className="space-y-2">
      {side.terms.map((term) => (
        <TermLine key={term.term} term={term} of={of} />
      ))}
    </ul>
  )
}

function TermLine({
  term: { term, label, holds },
  of,
}: {
  term: TermExplanation
  of: 'application' | 'cluster'
}) {
  return (
    <li className="flex items-start gap-2">
      <Mark holds={holds} />
      <span className="min-w-0">
        <Chip>{term}</Chip>{' '}
        <span className="text-muted">
          {label === null ? (
            `the ${of} has no such label`
          ) : (
            <>
              the {of} says <span className="font-mono text-xs text-ink">{label || '""'}</span>
            </>
          )}
        </span>
      </span>
    </li>
  )
}

export function Mark({ holds }: { holds: boolean }) {
  const Icon = holds ? Check : X
  return (
    <>
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${holds ? 'text-good' : 'text-bad'}`}
        strokeWidth={3}
      />
      <span className="sr-only">{holds ? 'Holds:' : 'Does not hold:'}</span>
    </>
  )
}
