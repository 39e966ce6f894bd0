import { CircleAlert } from 'lucide-react'
import type { ApiProblem } from '#components/api.ts'
import { Card } from '#components/ui/card.tsx'
import type { ImportFormat } from '#lib/schemas/save-request.ts'
import { placeOf } from './import-format.ts'

const SHOWN_MAX = 50

/** Everything that is wrong with a text, each with where it is. */
export function FlawList({ format, problem }: { format: ImportFormat; problem: ApiProblem }) {
  const flaws = Object.entries(problem.fields).flatMap(([path, reasons]) =>
    reasons.map((reason) => ({ place: placeOf(format, path), reason })),
  )
  if (flaws.length === 0) return null
  return (
    <Card flush title="What is wrong" note={flaws.length.toLocaleString('en')}>
      <ul className="divide-y" aria-label="What is wrong">
        {flaws.slice(0, SHOWN_MAX).map(({ place, reason }) => (
          <li key={`${place} ${reason}`} className="flex gap-2 px-4 py-2">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
            <span className="min-w-0 break-words">
              <span className="font-medium">{place}:</span> {reason}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
