import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

const TONES = {
  neutral: 'bg-sunken text-muted',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

/** Explains why a part of the panel is empty. */
export function Notice({
  icon: Icon,
  tone = 'neutral',
  title,
  action,
  children,
}: {
  icon: LucideIcon
  tone?: keyof typeof TONES
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      <span className={classNames('mb-3 rounded-full p-3', TONES[tone])}>
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-prose text-muted">{children}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
