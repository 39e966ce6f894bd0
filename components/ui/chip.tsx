import { Fragment, type ReactNode } from 'react'
import { Link } from './link.tsx'

const CHIP =
  'inline-block max-w-full rounded border bg-sunken px-1.5 py-0.5 font-mono text-xs break-words text-ink'

/** Text that is code: a label, a selector or a path. */
export function Chip({ children }: { children: ReactNode }) {
  return <code className={CHIP}>{children}</code>
}

/** A selector that wraps between its terms only. */
export function SelectorChip({ selector }: { selector: string }) {
  const terms = selector.split(/(?<=,)(?![^(]*\))/)
  return (
    <code className={CHIP}>
      {terms.map((term) => (
        <Fragment key={term}>
          <span className="inline-block">{term}</span>
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}

export function ChipLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={`${CHIP} min-h-6 hover:border-edge hover:text-accent-strong`}>
      <code>{children}</code>
    </Link>
  )
}
