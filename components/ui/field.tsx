import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'

/** A label above its control and an error below it, to which the control refers by `errorId`. */
export function Field({
  id,
  label,
  error,
  className,
  children,
}: {
  id: string
  label: string
  error?: string | null
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-muted">
        {label}
      </label>
      {children}
      {error && (
        <p id={errorId(id)} className="mt-1 flex items-start gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

export function errorId(id: string): string {
  return `${id}-error`
}
