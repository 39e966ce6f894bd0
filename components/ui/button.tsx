import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

type Look = 'primary' | 'secondary' | 'quiet'

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border-line hover:bg-sunken hover:border-edge',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-sunken hover:text-ink',
}

/** Separate from `Button` for links that look like one. */
export function buttonClass(look: Look = 'secondary', className?: string): string {
  return classNames(
    'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60',
    LOOKS[look],
    className,
  )
}

export function Button({
  look,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & { look?: Look }) {
  // oxlint-disable-next-line react/button-has-type -- it always has one, by default one that doesn't submit
  return <button type={type} className={buttonClass(look, className)} {...props} />
}
