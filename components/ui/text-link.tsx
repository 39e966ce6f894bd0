import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

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
        'rounded-sm text-accent decoration-1 underline-offset-3 hover:underline',
        strong && 'font-medium',
      )}
    >
      {children}
    </Link>
  )
}
