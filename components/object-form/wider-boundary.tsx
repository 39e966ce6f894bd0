import { MessageSquarePlus } from 'lucide-react'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ObjectForm } from './use-object-form.ts'

const OUTSIDE_BOUNDARY = 'outside_boundary'

/** Where the boundary of a team refuses clusters that its policy selects: leads to asking for a wider one. */
export function WiderBoundary({ form }: { form: ObjectForm }) {
  const team = form.values['namespace']
  const isRefused = form.view.impact?.warnings.some(({ code }) => code === OUTSIDE_BOUNDARY)
  if (!isRefused || typeof team !== 'string' || team === '') return null
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
      <MessageSquarePlus aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />
      <span>
        Team {team} may not use all clusters that this is for.{' '}
        <TextLink href={pagePaths.askForMore(team)}>Ask for more</TextLink>
      </span>
    </p>
  )
}
