import { DoorOpen, Snowflake } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { CalendarDay, FrozenDay } from '#lib/domain/objects/freeze/freeze-calendar.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const SHOWN_MAX = 3

/** A month in weeks: on each day what is frozen and when environments take waves, on phones how much is frozen. */
export function MonthTable({
  title,
  weeks,
  today,
}: {
  title: string
  weeks: readonly (readonly CalendarDay[])[]
  /** As `2026-12-24`. */
  today: string
}) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">Freezes and hours in {title}</caption>
      <thead>
        <tr className="bg-sunken">
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" className="px-2 py-1.5 text-xs font-medium text-muted">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]!.date}>
            {week.map((day) => (
              <Day key={day.date} day={day} isToday={day.date === today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({
  day: { date, isOfMonth, frozen, open },
  isToday,
}: {
  day: CalendarDay
  isToday: boolean
}) {
  return (
    <td
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'h-14 border-t border-l p-1 align-top first:border-l-0 sm:h-20',
        !isOfMonth && 'bg-canvas',
      )}
    >
      <time
        dateTime={date}
        className={classNames(
          'inline-block min-w-5 rounded-full px-1 text-center text-xs tabular-nums',
          isToday ? 'bg-accent font-semibold text-on-accent' : !isOfMonth && 'text-muted',
        )}
      >
        {Number(date.slice(-2))}
      </time>
      {frozen.length > 0 && <Frozen frozen={frozen} />}
      <Open open={open} />
    </td>
  )
}

function Frozen({ frozen }: Pick<CalendarDay, 'frozen'>) {
  const more = frozen.length - SHOWN_MAX
  return (
    <>
      <span className={classNames(CHIP, 'mt-1 sm:hidden')}>
        <Snowflake aria-hidden className="mt-1 size-3 shrink-0" />
        {frozen.length}
        <span className="sr-only"> {frozen.length === 1 ? 'freeze' : 'freezes'}</span>
      </span>
      <ul className="mt-0.5 space-y-0.5 max-sm:hidden">
        {frozen.slice(0, SHOWN_MAX).map((each) => (
          <li key={each.freeze.said.name} className={CHIP}>
            <Snowflake aria-hidden className="mt-1 size-3 shrink-0" />
            <span className="min-w-0">
              <span className="block break-words">{each.freeze.said.name}</span>
              {each.hours.length > 0 && <Hours hours={each.hours} />}
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-xs text-muted">{counted(more, 'more', 'more')}</li>}
      </ul>
    </>
  )
}

/** Only where that isn’t all day. */
function Open({ open }: Pick<CalendarDay, 'open'>) {
  const partly = open.filter(({ hours }) => hours === null || hours.length > 0)
  const more = partly.length - SHOWN_MAX
  if (partly.length === 0) return null
  return (
    <ul className="mt-0.5 space-y-0.5 max-sm:hidden">
      {partly.slice(0, SHOWN_MAX).map(({ environment, hours }) => (
        <li
          key={environment}
          className="flex max-w-full items-start gap-1 px-1 text-xs leading-5 text-muted"
        >
          <DoorOpen aria-hidden className="mt-1 size-3 shrink-0" />
          <span className="min-w-0">
            <span className="block break-words">
              {environment}
              {hours === null && ' closed'}
            </span>
            {hours !== null && <Hours hours={hours} />}
          </span>
        </li>
      ))}
      {more > 0 && <li className="px-1 text-xs text-muted">{counted(more, 'more', 'more')}</li>}
    </ul>
  )
}

const CHIP =
  'flex max-w-full items-start gap-1 rounded bg-progress-soft px-1 text-xs leading-5 text-progress'

function Hours({ hours }: Pick<FrozenDay, 'hours'>) {
  return hours.map(({ from, to }) => (
    <span key={from} className="block leading-4 whitespace-nowrap tabular-nums">
      {from}–{to}
    </span>
  ))
}
