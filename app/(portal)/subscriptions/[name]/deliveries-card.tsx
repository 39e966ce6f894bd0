import { Ban, CircleCheck, Clock, type LucideIcon, RotateCw, Send } from 'lucide-react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { totalText } from '#components/list/total-text.ts'
import { None } from '#components/objects/label-chips.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Ago } from '#components/ui/time.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { DeliveryJson } from '#lib/schemas/delivery.ts'
import type { DeliveryList } from '#lib/usecases/subscriptions/deliveries.ts'
import { RedeliverButton } from './delivery-buttons.tsx'

const STATES: Readonly<Record<DeliveryJson['state'], readonly [string, Tone, LucideIcon]>> = {
  waiting: ['Waiting', 'progress', Clock],
  sending: ['Sending', 'progress', Send],
  delivered: ['Delivered', 'good', CircleCheck],
  failed: ['Failed', 'bad', Ban],
}

/** What the subscription was told, newest first. */
export function DeliveriesCard({
  name,
  deliveries: { items, total, totalIsExact },
  refusal,
}: {
  name: string
  deliveries: DeliveryList
  /** Why the visitor may not have any sent again; null: they may. */
  refusal: string | null
}) {
  return (
    <Card
      flush
      title="Deliveries"
      note={totalText({ total, totalIsExact })}
      actions={
        total > 0 && (
          <ExportMenu api={apiPaths.deliveries(name)} rows={totalText({ total, totalIsExact })} />
        )
      }
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">Nothing was sent yet. Those of the last 30 days are kept.</p>
      ) : (
        <ColumnTable
          label="Deliveries"
          columns={columnsOf(name, refusal)}
          items={items}
          hasStops={false}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  )
}

function columnsOf(name: string, refusal: string | null): readonly Column<DeliveryJson>[] {
  return [
    {
      heading: 'Event',
      cell: ({ subject, event }) => (
        <>
          <span className="block break-words">{subject}</span>
          <span className="block font-mono text-xs text-muted">{event}</span>
        </>
      ),
    },
    { heading: 'State', cell: ({ state }) => <State state={state} /> },
    {
      heading: 'Last answer',
      from: 'lg',
      cell: ({ last_status, last_answer }) =>
        last_answer === null ? (
          <None />
        ) : (
          <span className="block max-w-md text-xs break-words">
            {last_status !== null && <span className="font-mono">{last_status} </span>}
            {last_answer}
          </span>
        ),
    },
    { heading: 'Attempts', from: 'md', cell: ({ attempts }) => attempts.toLocaleString('en') },
    {
      heading: 'Next attempt',
      from: 'xl',
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? <None /> : <Ago at={new Date(next_attempt_at)} />,
    },
    { heading: 'Since', from: 'md', cell: ({ at }) => <Ago at={new Date(at)} /> },
    {
      heading: 'Send again',
      isHeadingHidden: true,
      className: 'text-right',
      cell: ({ id, subject, settled_at }) =>
        settled_at !== null && (
          <Guarded icon={RotateCw} label="Send again" refusal={refusal}>
            <RedeliverButton name={name} id={id} subject={subject} />
          </Guarded>
        ),
    },
  ]
}

function State({ state }: Pick<DeliveryJson, 'state'>) {
  const [word, tone, icon] = STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
