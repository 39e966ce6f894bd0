import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from './text-link.tsx'

export type Crumb = { readonly href: string; readonly label: string }

/** The page's only first-level heading, the pages above it, and its actions. */
export function PageHeader({
  title,
  crumbs = [],
  switcher,
  description,
  badges,
  actions,
}: {
  title: string
  crumbs?: readonly Crumb[]
  /** Leads to another page beside this one. */
  switcher?: ReactNode
  description?: ReactNode
  badges?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} switcher={switcher} />}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl leading-7 font-semibold tracking-tight break-words">{title}</h1>
          {badges}
        </div>
        {description && <p className="mt-1 max-w-3xl text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

function Breadcrumbs({ crumbs, switcher }: { crumbs: readonly Crumb[]; switcher: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs" className="mb-1">
      <ol className="flex flex-wrap items-center gap-1 text-xs">
        {crumbs.map(({ href, label }, index) => (
          <li key={href} className="flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3 text-muted" />}
            <TextLink href={href}>{label}</TextLink>
          </li>
        ))}
        {switcher && <li>{switcher}</li>}
      </ol>
    </nav>
  )
}
