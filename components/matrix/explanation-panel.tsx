'use client'

import type { ReactNode } from 'react'
import { useSearchParams } from 'next/navigation'
import { useNavigate } from '#components/navigation/navigation.ts'
import { SidePanel } from '#components/ui/side-panel.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import { CELL } from './grid-lines.ts'

/** Why a cell is as it is, beside the matrix. */
export function ExplanationPanel({
  title,
  page,
  children,
}: {
  title: string
  /** The explanation on a page of its own. */
  page: string
  children: ReactNode
}) {
  const address = useSearchParams()
  const navigate = useNavigate()
  const close = () => {
    const shown = new URLSearchParams(address)
    shown.delete(CELL)
    navigate(`${pagePaths.matrix}?${shown.toString()}`, { scroll: false })
  }
  return (
    <SidePanel
      title={title}
      onClose={close}
      actions={<TextLink href={page}>Open the page</TextLink>}
    >
      {children}
    </SidePanel>
  )
}
