import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const CONTROL =
  'h-8 w-full min-w-0 rounded-md border border-edge bg-surface px-2.5 text-sm text-ink placeholder:text-muted placeholder:italic aria-invalid:border-bad'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames(CONTROL, className)} {...props} />
}

export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={classNames(CONTROL, 'pr-7', className)} {...props} />
}
