import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A stop of an ordered list whose stops hang on one line. Its icon says nothing that its text doesn't say, too. */
export function RailStop({
  icon: Icon,
  tone,
  className,
  children,
}: {
  icon: LucideIcon
  /** The colour of the icon. */
  tone: string
  className?: string
  children: ReactNode
}) {
  return (
    <li className={classNames('group/stop relative py-3 pr-4 pl-11 not-last:border-b', className)}>
      <span
        aria-hidden
        className="absolute inset-y-0 left-[23px] w-0.5 bg-line group-first/stop:top-5 group-last/stop:bottom-auto group-last/stop:h-5"
      />
      <span className="absolute top-3 left-3 flex size-6 items-center justify-center rounded-full bg-surface">
        <Icon aria-hidden className={classNames('size-4.5', tone)} />
      </span>
      {children}
    </li>
  )
}
