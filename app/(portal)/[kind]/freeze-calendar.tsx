// The month of the freezes of a list and of the hours of environments, by the visitor's clocks.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cookies } from 'next/headers'
import { FrozenList } from '#components/freezes/frozen-list.tsx'
import { MonthTable } from '#components/freezes/month-table.tsx'
import { preferencesOf } from '#components/preferences/preferences.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import {
  freezeCalendar,
  type Month,
  monthAt,
  monthsLater,
  monthText,
  readMonth,
} from '#lib/domain/objects/freeze/freeze-calendar.ts'
import { readFirstRows } from '#lib/http/portal/page-lists.ts'
import { objectList } from '#lib/lists/objects.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { readEnvironments } from '../reviewed-environments.ts'
import { MergedInFreezes } from '../merged-in-freezes.tsx'
import type { Representation } from '#lib/usecases/objects/represent.ts'

const FREEZES_MAX = 100

/** `asked`: the month in the address, where it says one. */
export async function FreezeCalendar({
  list,
  asked,
}: {
  list: PageList<Representation>
  asked: string | undefined
}) {
  if (list.outcome.kind !== 'rows') return null
  const environments = await readOpen(list)
  if (list.outcome.total === 0 && environments.length === 0) return null
  const rows = await readFirstRows(objectList('freeze'), list, {}, FREEZES_MAX)
  const freezes = rows.flatMap(({ object }) => (object.kind === 'freeze' ? [object] : []))
  const kept = await cookies()
  const { zone } = preferencesOf((name) => kept.get(name)?.value)
  const now = list.at ?? new Date()
  const month = readMonth(asked ?? '') ?? monthAt(now, zone)
  const weeks = freezeCalendar(freezes, environments, month, zone)
  const left = list.outcome.total - freezes.length
  return (
    <Card
      flush
      className="mt-6"
      title={titleOf(month)}
      note={`By the clocks of ${zone}${left > 0 ? `, of the first ${freezes.length} freezes` : ''}`}
      actions={<Months month={month} address={list.address} />}
    >
      <div className="grid xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        <MonthTable title={titleOf(month)} weeks={weeks} today={dayOf(now, zone)} />
        <FrozenList weeks={weeks} environments={environments} at={list.at} />
      </div>
      <MergedInFreezes freezes={freezes} className="border-t px-4 py-2.5" />
    </Card>
  )
}

/** The environments that have hours: the one that the list is about, or all. */
async function readOpen({ address, at }: PageList<Representation>) {
  const only = address.query['environment']
  const environments = await readEnvironments(at)
  return environments.flatMap(({ name, hours }) =>
    hours === null || (only !== undefined && only !== name) ? [] : [{ name, hours }],
  )
}

/** To the months beside it, and back to the present one. */
function Months({ month, address }: { month: Month; address: ListAddress }) {
  const [before, after] = [monthsLater(month, -1), monthsLater(month, 1)]
  const href = (to: Month | null) =>
    listHref(address, { page: address.query['page'], month: to && monthText(to) })
  return (
    <nav aria-label="Months" className="flex items-center gap-1">
      {before && (
        <Link
          href={href(before)}
          aria-label={titleOf(before)}
          className={buttonClass('quiet', 'px-2')}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </Link>
      )}
      <Link href={href(null)} className={buttonClass('quiet', 'px-2')}>
        Today
      </Link>
      {after && (
        <Link
          href={href(after)}
          aria-label={titleOf(after)}
          className={buttonClass('quiet', 'px-2')}
        >
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  )
}

function titleOf({ year, month }: Month): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(Date.UTC(year, month - 1))
}

/** As `2026-12-24`. */
function dayOf(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now)
}
