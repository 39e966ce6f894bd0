'use client'

import { ChartColumn, Table2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'

/** What a metric was over time: as charts or, by a button and the key T, as tables. */
export function ChartCard({
  section,
  title,
  label = title,
  notes,
  isBusy,
  isWide = false,
  hasTable,
  children,
}: {
  section: RefObject<HTMLElement | null>
  title: string
  /** What tells it from all other charts of the page. */
  label?: string
  notes: ReactNode
  isBusy: boolean
  isWide?: boolean
  /** Whether there is anything to be told. */
  hasTable: boolean
  children: (isTable: boolean) => ReactNode
}) {
  const [isTable, setIsTable] = useState(false)
  const toggle = () => setIsTable(!isTable)
  const press = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key.toLowerCase() === 't' && isPlain && hasTable) toggle()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key for the button that it also has
    <section
      ref={section}
      aria-label={label}
      aria-busy={isBusy}
      onKeyDown={press}
      className={classNames('min-w-0 rounded-lg border bg-surface', isWide && 'lg:col-[1/-1]')}
    >
      <header className="flex min-h-11 items-start gap-3 px-4 pt-3 pb-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h3 className="text-sm font-semibold">{title}</h3>
          {notes}
        </div>
        {hasTable && <TableButton title={label} isTable={isTable} onClick={toggle} />}
      </header>
      {children(isTable)}
    </section>
  )
}

function TableButton({
  title,
  isTable,
  onClick,
}: {
  title: string
  isTable: boolean
  onClick: () => void
}) {
  const Icon = isTable ? ChartColumn : Table2
  return (
    <Button
      look="quiet"
      className="-mt-1.5 -mr-2 ml-auto px-2"
      aria-pressed={isTable}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{title} as a table</span>
    </Button>
  )
}
