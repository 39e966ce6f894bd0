import { Layers } from 'lucide-react'
import { TextLink } from '#components/ui/text-link.tsx'

/** Says that the page is of one environment, and leads to all. */
export function OneEnvironment({
  environment,
  allHref,
}: {
  /** Null: it is of all. */
  environment: string | null
  allHref: string
}) {
  if (environment === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Layers aria-hidden className="size-4 text-muted" />
      <span>
        Only what is in environment <strong className="font-semibold">{environment}</strong>
      </span>
      <TextLink href={allHref}>All environments</TextLink>
    </p>
  )
}
