import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONES = {
  accent: 'border-accent/40 bg-accent-soft text-accent-strong',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
}

export function Banner({
  tone,
  icon: Icon,
  actions,
  children,
}: {
  tone: keyof typeof TONES
  icon: LucideIcon
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <output
      className={classNames(
        'mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5',
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-56">{children}</div>
      {actions}
    </output>
  )
}
