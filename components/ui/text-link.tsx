import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

/** `strong`: the name of what it leads to. In tables links are ink: colour belongs to states. */
export function TextLink({
  href,
  strong = false,
  children,
}: {
  href: string
  strong?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      className={classNames(
        'rounded-sm decoration-1 underline-offset-3 hover:underline',
        strong ? 'font-medium text-ink' : 'text-accent in-[table]:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
