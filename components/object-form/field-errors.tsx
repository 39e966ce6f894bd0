import { CircleAlert } from 'lucide-react'
import { errorId } from '#components/ui/field.tsx'
import { Sentence } from '#components/ui/sentence.tsx'

/** What is wrong with a field, which refers to this by `errorId`. */
export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <div id={errorId(id)} className="mt-1 space-y-0.5 text-xs text-bad">
      {errors.map((error) => (
        <p key={error} className="flex items-start gap-1">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <Sentence>{error}</Sentence>
        </p>
      ))}
    </div>
  )
}
