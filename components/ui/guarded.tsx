// Every control that leads to a write is wrapped in one of these, so that none looks usable and is then refused.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Link } from './link.tsx'
import { RefusedControl } from './refused-control.tsx'

type Props = {
  /** Why the visitor may not; null: they may. */
  readonly refusal: string | null
  /** The icon of the disabled control. */
  readonly icon: LucideIcon
}

/** The control for people who may use it; for others a disabled one with the same name, and the reason. */
export function Guarded({
  refusal,
  icon,
  label,
  children,
}: Props & { label: string; children: ReactNode }) {
  return refusal === null ? children : <Refused refusal={refusal} icon={icon} label={label} />
}

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

/** The disabled control alone, for places where people who may write see something else, such as a form. */
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
