import { Bell } from 'lucide-react'
import { Popover } from '#components/ui/popover.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { ICON_BUTTON } from './icon-button.ts'

export type InboxLine = {
  readonly text: string
  readonly href: string
  /** Since when it waits, or when it ends; null: neither is known. */
  readonly at: Date | null
}

/** How much waits for the visitor; opens what. */
export function InboxBell({ lines, count }: { lines: readonly InboxLine[]; count: number }) {
  return (
    <Popover
      label="What waits for you"
      triggerClass={`${ICON_BUTTON} relative`}
      trigger={
        <>
          <Bell aria-hidden className="size-4" />
          <span className="sr-only">Inbox, {count === 0 ? 'nothing' : count} waiting</span>
          {count > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums"
            >
              {count > 99 ? '99+' : count}
            </span>
          )}
        </>
      }
    >
      <p className="mb-2 font-semibold">What waits for you</p>
      {count === 0 ? <p className="text-muted">Nothing.</p> : <InboxLines lines={lines} />}
    </Popover>
  )
}

export function InboxLines({ lines }: { lines: readonly InboxLine[] }) {
  return (
    <ul className="space-y-2">
      {lines.map(({ text, href, at }) => (
        <li key={`${href} ${text}`} className="flex flex-wrap justify-between gap-x-3">
          <TextLink href={href}>{text}</TextLink>
          {at !== null && (
            <span className="text-xs text-muted">
              <Ago at={at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
