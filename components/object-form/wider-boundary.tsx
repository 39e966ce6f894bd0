import { MessageSquarePlus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ObjectForm } from './use-object-form.ts'

const OUTSIDE_BOUNDARY = 'outside_boundary'

/** Where the boundary of a team refuses clusters that its policy selects: leads to asking for a wider one. */
export function WiderBoundary({
  form,
  refusal,
}: {
  form: ObjectForm
  /** Why the visitor may not ask; null: they may. */
  refusal: string | null
}) {
  const team = form.values['namespace']
  const isRefused = form.view.impact?.warnings.some(({ code }) => code === OUTSIDE_BOUNDARY)
  if (!isRefused || typeof team !== 'string' || team === '') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
      Team {team} may not use all clusters that this is for.
      <GuardedLink href={pagePaths.askForMore(team)} icon={MessageSquarePlus} refusal={refusal}>
        Ask for more
      </GuardedLink>
    </div>
  )
}
