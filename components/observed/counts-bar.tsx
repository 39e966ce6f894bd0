// A group in its parts to scale, and each of them a way to what is in it.
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '../ui/link.tsx'
import type { Look } from './compliance-look.ts'
import { AREA_OF, TEXT_OF } from './state-look.ts'

type Part = Look & { readonly key: string; readonly count: number; readonly href: string }

export function CountsBar({ parts }: { parts: readonly Part[] }) {
  return (
    <div>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {parts.map(({ key, tone, count }) => (
          <div
            key={key}
            className={classNames('min-w-1', AREA_OF[tone])}
            style={{ flexGrow: count }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-1">
        {parts.map(({ key, ...part }) => (
          <li key={key}>
            <CountLink {...part} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function CountLink({ icon: Icon, word, tone, count, href }: Omit<Part, 'key'>) {
  return (
    <Link
      href={href}
      className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-sunken"
    >
      <Icon aria-hidden className={classNames('size-3.5 shrink-0', TEXT_OF[tone])} />
      <span className="font-medium tabular-nums">{count.toLocaleString('en')}</span>
      <span className="text-muted">{word.toLowerCase()}</span>
    </Link>
  )
}
