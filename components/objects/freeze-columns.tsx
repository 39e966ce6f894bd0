import { Snowflake } from 'lucide-react'
import { FreezeScope } from '#components/freezes/freeze-scope.tsx'
import { RolloutNames } from '#components/freezes/stopped-rollouts.tsx'
import type { ListColumns } from '#components/list/chosen-columns.ts'
import type { Column } from '#components/list/column-table.tsx'
import { hoursText } from '#components/object-form/hours-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Clock, Exact } from '#components/ui/time.tsx'
import { frozenAt } from '#lib/domain/objects/freeze/freeze.ts'
import type { Freeze, ModelObject } from '#lib/domain/objects/objects.ts'
import type { StoppedRollouts } from '#lib/schemas/stopped-rollouts.ts'
import { None } from './label-chips.tsx'

type Listed = { readonly object: Freeze }

/** Whether it holds, what it is about, and from when to when. */
export const freezeColumns = (at: Date | null): readonly Column<Listed>[] => [
  {
    name: 'now',
    exports: [],
    heading: 'Now',
    cell: ({ object }) => <HeldNow held={frozenAt(object, at ?? new Date())} />,
  },
  {
    name: 'environments',
    exports: ['environments', 'namespaces', 'app_selector'],
    heading: 'What it stops',
    from: 'sm',
    cell: ({ object }) => <FreezeScope freeze={object} />,
  },
  {
    name: 'from',
    exports: ['from', 'weekly', 'time_zone'],
    heading: 'From',
    from: 'md',
    cell: ({ object: { from, weekly, timeZone } }) => (
      <>
        {from === null ? <None /> : <Clock at={from} />}
        {weekly.length > 0 && (
          <span className="block text-xs text-muted">
            {`${weekly.map(hoursText).join('; ')} (${timeZone})`}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'to',
    heading: 'To',
    from: 'md',
    cell: ({ object: { to } }) => (to === null ? 'until it is lifted' : <Clock at={to} />),
  },
]

function HeldNow({ held }: { held: ReturnType<typeof frozenAt> }) {
  if (held === null) return <None />
  return (
    <>
      <Badge icon={Snowflake}>Holds</Badge>
      <span className="block text-xs text-muted">
        until {held.until === null ? 'it is lifted' : <Exact at={held.until} />}
      </span>
    </>
  )
}

/** With the rollouts that each stops now, by its name. */
export function withStopped<Item extends { readonly object: ModelObject }>(
  { usual, ...columns }: ListColumns<Item>,
  stopped: ReadonlyMap<string, StoppedRollouts>,
): ListColumns<Item> {
  const stopping = {
    name: 'rollouts',
    exports: [],
    heading: 'Rollouts',
    cell: ({ object: { name } }: Item) => {
      const rollouts = stopped.get(name)
      return rollouts ? <RolloutNames rollouts={rollouts} verb={['Stops', '']} /> : <None />
    },
  }
  return { ...columns, usual: [...usual.slice(0, 2), stopping, ...usual.slice(2)] }
}
