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
  calendarWindow,
  freezeCalendar,
  type Month,
  monthAt,
  monthsLater,
  monthText,
  readMonth,
} from '#lib/domain/objects/freeze/freeze-calendar.ts'
import { read } from '#lib/http/portal/page.ts'
import type { PageList } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { freezeCalendarUseCase } from '#lib/usecases/freezes/calendar.ts'
import { momentKnown } from '#lib/usecases/moment.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { MergedInFreezes } from '../merged-in-freezes.tsx'

/** `asked`: the month in the address, where it says one. */
export async function FreezeCalendar({
  list,
  asked,
}: {
  list: PageList<Representation>
  asked: string | undefined
}) {
  if (list.outcome.kind !== 'rows') return null
  const kept = await cookies()
  const { zone } = preferencesOf((name) => kept.get(name)?.value)
  const now = list.at ?? new Date()
  const month = readMonth(asked ?? '') ?? monthAt(now, zone)
  const { freezes, environments, isCut } = await read(freezeCalendarUseCase, {
    at: momentKnown(list.at, list.knownAt),
    filter: filterOf(list),
    window: calendarWindow(month, zone),
  })
  const limited = environments.filter(({ said }) => said.hours !== null)
  const isEmpty = list.outcome.total === 0 && freezes.length === 0 && limited.length === 0
  if (isEmpty && asked === undefined) return null
  const weeks = freezeCalendar(freezes, environments, month, zone)
  const present = freezes.filter(({ until }) => until === Infinity).map(({ said }) => said)
  return (
    <Card
      flush
      className="mt-6"
      title={titleOf(month)}
      note={`By the clocks of ${zone}${isCut ? ', without what was said longest ago' : ''}`}
      actions={<Months month={month} address={list.address} />}
    >
      <div className="grid xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
        <MonthTable title={titleOf(month)} weeks={weeks} today={dayOf(now, zone)} />
        <FrozenList weeks={weeks} environments={limited} at={list.at} />
      </div>
      <MergedInFreezes freezes={present} className="border-t px-4 py-2.5" />
    </Card>
  )
}

/** What the list is about. */
function filterOf({ asked }: PageList<Representation>) {
  return {
    text: asked['q'] ?? null,
    team: asked['namespace'] ?? null,
    environment: asked['environment'] ?? null,
  }
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
