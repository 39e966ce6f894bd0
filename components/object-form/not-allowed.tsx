import { Lock } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

/** Where a form would be, for those who may not save it. */
export function NotAllowed({ reason, backHref }: { reason: string; backHref: string }) {
  return (
    <div className="rounded-lg border bg-surface">
      <EmptyState
        icon={Lock}
        title="You may not change this"
        actions={
          <Link href={backHref} className={buttonClass()}>
            Back
          </Link>
        }
      >
        <p>{reason}</p>
      </EmptyState>
    </div>
  )
}
