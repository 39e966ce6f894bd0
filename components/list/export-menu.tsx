'use client'

import { Check, Download, SquareTerminal } from 'lucide-react'
import { curlText } from '#components/curl.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLink, MenuNote } from '#components/ui/dropdown-menu.tsx'
import { useCopy } from '#components/ui/use-copy.tsx'
import { withQuery } from '#lib/schemas/paths.ts'

const FORMATS = { csv: 'CSV', json: 'JSON', yaml: 'YAML' } as const

/** Takes everything with it that a list matches, not only the page that is shown. */
export function ExportMenu({
  api,
  asked = {},
  columns = null,
  rows,
}: {
  /** Where the API has this list. */
  api: string
  /** What is asked of it there; absent: all of it. */
  asked?: Readonly<Record<string, string>>
  /** The columns that were chosen; null: none were, and all are taken. */
  columns?: string | null
  /** How many there are, in words. */
  rows: string
}) {
  const { isCopied, copy, uncopied } = useCopy()
  const Icon = isCopied ? Check : Download
  return (
    <>
      <DropdownMenu
        triggerClass={buttonClass()}
        trigger={
          <>
            <Icon aria-hidden className="size-3.5" />
            Export
          </>
        }
      >
        <MenuNote>
          <span className="text-xs text-muted">All that match: {rows}</span>
        </MenuNote>
        {Object.entries(FORMATS).map(([format, name]) => (
          <MenuLink
            key={format}
            href={withQuery(api, { ...asked, columns, format, all: 'true' })}
            download={`${api.split('/').at(-1)}.${format}`}
          >
            {name}
          </MenuLink>
        ))}
        <MenuItem onSelect={() => void copy(curlText({ path: pathOf(api, asked, columns) }))}>
          <SquareTerminal aria-hidden className="size-4 text-muted" />
          Copy as curl
        </MenuItem>
      </DropdownMenu>
      <output className="sr-only">{isCopied ? 'Copied' : ''}</output>
      {uncopied}
    </>
  )
}

/** A page of the list, or all of it where columns are chosen: pages have none. */
function pathOf(api: string, asked: Readonly<Record<string, string>>, columns: string | null) {
  return withQuery(api, { ...asked, columns, all: columns && 'true' })
}
