import type { ApiProblem } from '#components/api.ts'
import { Chip } from '#components/ui/chip.tsx'

const FLAWS_MAX = 10

/** What is wrong with which part, where no form has a field that says it. */
export function Flaws({ problem: { fields } }: { problem: ApiProblem }) {
  const flaws = Object.entries(fields)
  return (
    <ul className="space-y-1 text-left">
      {flaws.slice(0, FLAWS_MAX).map(([field, reasons]) => (
        <li key={field}>
          <Chip>{field}</Chip> {reasons.join(' ')}
        </li>
      ))}
      {flaws.length > FLAWS_MAX && (
        <li className="text-muted">and {(flaws.length - FLAWS_MAX).toLocaleString('en')} more</li>
      )}
    </ul>
  )
}
