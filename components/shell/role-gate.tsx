'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { pagePaths } from '#lib/schemas/paths.ts'

/** The page or, for people without any role, an explanation, except where they can ask for a team. */
export function RoleGate({
  hasRole,
  otherwise,
  children,
}: {
  hasRole: boolean
  otherwise: ReactNode
  children: ReactNode
}) {
  const pathname = usePathname()
  const isOpenToAll =
    pathname === pagePaths.teamRequests || pathname.startsWith(`${pagePaths.teamRequests}/`)
  return hasRole || isOpenToAll ? children : otherwise
}
