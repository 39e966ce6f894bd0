'use client'

import { Pencil, Plus, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'

// By name: a server component can't hand over a component.
const ICONS = { new: Plus, edit: Pencil, delete: Trash2 }
type IconName = keyof typeof ICONS

/** A button that leads somewhere; for those who may not go there it says why. */
export function ActionLink({
  href,
  icon,
  look = 'secondary',
  refusal,
  children,
}: {
  href: string
  icon: IconName
  look?: 'primary' | 'secondary'
  /** Why not; null: they may. */
  refusal: string | null
  children: string
}) {
  if (refusal !== null) {
    return (
      <RefusedAction icon={icon} refusal={refusal}>
        {children}
      </RefusedAction>
    )
  }
  const Icon = ICONS[icon]
  return (
    <Link href={href} className={buttonClass(look)}>
      <Icon aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

/** A button that can be reached and read, and does nothing but say why. */
export function RefusedAction({
  icon,
  refusal,
  children,
}: {
  icon: IconName
  refusal: string
  children: string
}) {
  const Icon = ICONS[icon]
  return (
    <Tooltip text={refusal}>
      <Button
        aria-disabled
        className="cursor-not-allowed border-dashed! bg-sunken! text-muted! shadow-none hover:border-line!"
      >
        <Icon aria-hidden className="size-4" />
        {children}
      </Button>
    </Tooltip>
  )
}
