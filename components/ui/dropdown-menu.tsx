'use client'

import { createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { ANCHORED, openerOf, placeBeside } from './anchored.ts'
import { classNames } from './class-names.ts'

const ITEM =
  'flex h-8 w-full items-center gap-2 rounded px-2 outline-none select-none hover:bg-sunken focus:bg-sunken'

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
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-button`}
        tabIndex={-1}
        className={classNames(
          ANCHORED,
          'max-h-96 min-w-48 overflow-y-auto rounded-lg border bg-surface p-1 text-sm shadow-lg',
        )}
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        // Only now, because a link that is gone leads nowhere.
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') return setIsOpen(false)
          placeBeside(currentTarget, openerOf(currentTarget))
          itemsOf(currentTarget)[0]?.focus()
        }}
        onKeyDown={moveFocus}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest(ITEMS)) currentTarget.hidePopover()
        }}
      >
        {isOpen && children}
      </div>
    </>
  )
}

const ITEMS = '[role^=menuitem]'

function itemsOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)]
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/menubar/#keyboardinteraction */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Tab') menu.hidePopover()
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item === document.activeElement)
  const next = itemByKey(key, items, at)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function itemByKey(key: string, items: readonly HTMLElement[], at: number) {
  switch (key) {
    case 'ArrowDown':
      return items[at + 1] ?? items[0]
    case 'ArrowUp':
      return items[at - 1] ?? items.at(-1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default: {
      const others = [...items.slice(at + 1), ...items.slice(0, at + 1)]
      return others.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
    }
  }
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={ITEM} onClick={onSelect}>
      {children}
    </button>
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
    <a role="menuitem" tabIndex={-1} className={ITEM} href={href} download={download}>
      {children}
    </a>
  )
}

type Choices = { readonly value: string; readonly onChange: (value: string) => void }

const ChoicesContext = createContext<Choices | null>(null)

export function MenuChoices({ value, onChange, children }: Choices & { children: ReactNode }) {
  return (
    <ChoicesContext value={{ value, onChange }}>
      <fieldset>{children}</fieldset>
    </ChoicesContext>
  )
}

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  const choices = use(ChoicesContext)
  const isChosen = choices?.value === value
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      className={ITEM}
      onClick={() => choices?.onChange(value)}
    >
      {children}
      {isChosen && (
        <span aria-hidden className="ml-auto">
          ✓
        </span>
      )}
    </button>
  )
}

export function MenuSeparator() {
  return <hr className="my-1 border-t" />
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="border-b px-2 pt-1 pb-2">{children}</div>
}
