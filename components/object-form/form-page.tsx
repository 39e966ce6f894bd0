import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx'
import { Link } from '../ui/link.tsx'

/** A page with a form or, if the visitor may not save it, with the reason. */
export function FormPage({
  title,
  description,
  crumbs,
  refusal,
  children,
}: {
  title: string
  description?: string
  /** The pages above this one, nearest last. */
  crumbs: readonly Crumb[]
  /** Why the visitor may not save; null: they may. */
  refusal: string | null
  children: ReactNode
}) {
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} description={description} />
      {refusal === null ? children : <Refused reason={refusal} back={crumbs.at(-1)} />}
    </>
  )
}

function Refused({ reason, back }: { reason: string; back: Crumb | undefined }) {
  return (
    <div className="rounded-lg border bg-surface">
      <EmptyState
        icon={Lock}
        title="You may not change this"
        actions={
          back && (
            <Link href={back.href} className={buttonClass()}>
              Back
            </Link>
          )
        }
      >
        <p>{reason}</p>
      </EmptyState>
    </div>
  )
}
