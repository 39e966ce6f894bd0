'use client'

import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

const ITEM =
  'flex h-8 w-full items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-sunken'

/** A button that opens a menu; `label` names a button that is only an icon. */
export function DropdownMenu({
  trigger,
  label,
  triggerClass,
  children,
}: {
  trigger: ReactNode
  label?: string
  triggerClass: string
  children: ReactNode
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          className="z-50 min-w-48 rounded-lg border bg-surface p-1 text-sm shadow-lg"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item className={ITEM} onSelect={onSelect}>
      {children}
    </Radix.Item>
  )
}

/** A link that the browser loads itself, because its target isn't a page of the portal. */
export function MenuLink({
  href,
  download,
  children,
}: {
  href: string
  /** The name of the file that it is kept as. */
  download?: string
  children: ReactNode
}) {
  return (
    <Radix.Item asChild className={ITEM}>
      <a href={href} download={download}>
        {children}
      </a>
    </Radix.Item>
  )
}

export function MenuChoices({
  value,
  onChange,
  children,
}: {
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </Radix.RadioGroup>
  )
}

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.RadioItem value={value} className={ITEM}>
      {children}
      <Radix.ItemIndicator className="ml-auto">✓</Radix.ItemIndicator>
    </Radix.RadioItem>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 border-t" />
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <Radix.Label className="border-b px-2 pt-1 pb-2">{children}</Radix.Label>
}
