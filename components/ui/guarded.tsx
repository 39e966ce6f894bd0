// Every control that leads to a write stands in one of these, so that none that looks as if it worked is refused.
import type { LucideIcon } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { RefusedControl } from './refused-control.tsx'

type Props = {
  /** Why the visitor may not; null: they may. */
  readonly refusal: string | null
  /** Of the control that stands there for those who may not. */
  readonly icon: LucideIcon
}

/** A control for those who may use it; for others one of the same name, disabled, with the reason. */
export function Guarded({
  refusal,
  icon,
  label,
  children,
}: Props & { label: string; children: ReactNode }) {
  return refusal === null ? children : <Refused refusal={refusal} icon={icon} label={label} />
}

/** A link to a form that looks like a button. */
export function GuardedLink({
  refusal,
  icon: Icon,
  href,
  look,
  children,
}: Props & { href: string; look?: 'primary' | 'secondary'; children: string }) {
  return (
    <Guarded refusal={refusal} icon={Icon} label={children}>
      <Link href={href} className={buttonClass(look)}>
        <Icon aria-hidden className="size-4" />
        {children}
      </Link>
    </Guarded>
  )
}

/** What those who may not find in place of a control that is none where they may. */
export function Refused({
  refusal,
  icon: Icon,
  label,
}: Props & { refusal: string; label: string }) {
  return (
    <RefusedControl refusal={refusal}>
      <Icon aria-hidden className="size-4" />
      {label}
    </RefusedControl>
  )
}
