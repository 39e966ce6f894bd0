import { Ban, ChevronRight, CircleCheck } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { readAuditDetails } from '#lib/schemas/audit.ts'
import { EventDetails } from './event-details.tsx'

const COLUMNS =
  'grid-cols-[0.875rem_minmax(0,1fr)_auto] md:grid-cols-[0.875rem_minmax(0,2.5fr)_minmax(0,1.25fr)_6rem_9.5rem]'

export function AuditEvents({ events }: { events: readonly HashedEvent[] }) {
  return (
    <>
      <div
        aria-hidden
        className={`grid items-center gap-x-3 border-b bg-sunken/50 px-4 py-2 text-xs font-medium text-muted max-md:hidden ${COLUMNS}`}
      >
        <span />
        <span>What</span>
        <span>Who</span>
        <span>When</span>
        <span>Result</span>
      </div>
      <ul aria-label="Events" className="divide-y">
        {events.map((event) => (
          <li key={event.id}>
            <EventLine event={event} />
          </li>
        ))}
      </ul>
    </>
  )
}

function EventLine({ event }: { event: HashedEvent }) {
  const details = readAuditDetails(event.details)
  return (
    <details className="group">
      <summary
        className={`grid list-none items-center gap-x-3 gap-y-1 px-4 py-2.5 -outline-offset-2 hover:bg-sunken/50 ${COLUMNS}`}
      >
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">
          <span className="block font-medium break-words">{event.action}</span>
          <span className="block text-xs break-words text-muted">
            {objectWords(event.object, details?.objects ?? 0)}
          </span>
        </span>
        <span className="min-w-0 max-md:col-start-2 max-md:row-start-2 max-md:text-xs">
          <span className="break-words md:block">{singleLine(event.actorName)}</span>
          <span className="text-xs text-muted max-md:hidden">{ACTOR_WORDS[event.actorKind]}</span>
        </span>
        <span className="text-muted max-md:col-start-3 max-md:row-start-2 max-md:text-right max-md:text-xs md:text-ink">
          <Ago at={new Date(event.at)} />
        </span>
        <span className="min-w-0 max-md:col-start-3 max-md:row-start-1 max-md:text-right">
          <Result event={event} />
        </span>
      </summary>
      <EventDetails event={event} details={details} />
    </details>
  )
}

const ACTOR_WORDS = { person: 'Person', token: 'API token', system: 'Berth itself' } as const

function objectWords(object: string | null, objects: number): string {
  if (object !== null) return singleLine(object)
  return objects > 0 ? counted(objects, 'object') : 'No named object'
}

function Result({ event: { result, code } }: { event: HashedEvent }) {
  if (result === 'accepted') {
    return (
      <Badge tone="good" icon={CircleCheck}>
        Accepted
      </Badge>
    )
  }
  return (
    <>
      <Badge tone="bad" icon={Ban}>
        Refused
      </Badge>
      <span className="mt-0.5 block truncate font-mono text-xs text-muted max-md:hidden">
        {code}
      </span>
    </>
  )
}
