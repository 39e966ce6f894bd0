'use client'

import { usePathname } from 'next/navigation'
import { Tabs } from '#components/ui/tabs.tsx'

export function SettingsTabs({
  parts,
}: {
  parts: readonly { readonly href: string; readonly label: string }[]
}) {
  const pathname = usePathname()
  const isWithin = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  return (
    <Tabs
      label="Settings"
      tabs={parts.map((part) => ({ ...part, current: isWithin(part.href) }))}
    />
  )
}
