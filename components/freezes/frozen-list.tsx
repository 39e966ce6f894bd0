import type { ReactNode } from 'react'
import { hoursText } from '#components/object-form/hours-text.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import type { CalendarDay } from '#lib/domain/objects/freeze/freeze-calendar.ts'
import { byName, type HoursStated, type Stated } from '#lib/domain/objects/freeze/stated.ts'
import { type Freeze, refOf } from '#lib/domain/objects/objects.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { objectPath, pathAt } from '#lib/schemas/paths.ts'
import { FreezeScope } from './freeze-scope.tsx'

/** What is frozen in a month, beside its table: when, and what it is about; and the hours of environments. */
export function FrozenList({
  weeks,
  environments,
  at,
}: {
  weeks: readonly (readonly CalendarDay[])[]
  environments: readonly Stated<HoursStated>[]
  at: Date | null
}) {
  const days = weeks.flat().filter(({ isOfMonth }) => isOfMonth)
  const frozen = Map.groupBy(
    days.flatMap((day) => day.frozen),
    ({ freeze }) => freeze,
  )
  return (
    <div className="border-t p-4 xl:border-t-0 xl:border-l">
      <h3 className="mb-2 font-medium">Frozen in this month</h3>
      {frozen.size === 0 ? (
        <p className="text-muted">Nothing.</p>
      ) : (
        <ul className="space-y-3 text-sm">
          {[...frozen].map(([{ said: freeze, until }, held]) => (
            <li key={freeze.name}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <TextLink strong href={pathAt(objectPath(refOf(freeze)), lastInstant(until, at))}>
                  {freeze.name}
                </TextLink>
                <span className="text-xs text-muted">{counted(held.length, 'day')}</span>
              </p>
              {freeze.description !== '' && <p className="text-muted">{freeze.description}</p>}
              <p className="text-xs text-muted">
                <When freeze={freeze} />
                {until !== Infinity && (
                  <>
                    . Lifted <Clock at={new Date(until)} />
                  </>
                )}
              </p>
              <p className="text-xs text-muted">
                <FreezeScope freeze={freeze} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {environments.length > 0 && <OpenList environments={environments} at={at} />}
    </div>
  )
}

const ENVIRONMENTS_SHOWN = 10

function OpenList({
  environments,
  at,
}: {
  environments: readonly Stated<HoursStated>[]
  at: Date | null
}) {
  const newest = byName(environments).map(([last]) => last!.said)
  const more = newest.length - ENVIRONMENTS_SHOWN
  return (
    <>
      <h3 className="mt-5 mb-1 font-medium">Hours of environments</h3>
      <p className="mb-2 text-xs text-muted">Waves are released in them alone.</p>
      <ul className="space-y-2 text-sm">
        {newest.slice(0, ENVIRONMENTS_SHOWN).map(({ name, hours }) => (
          <li key={name}>
            <TextLink
              strong
              href={pathAt(objectPath({ kind: 'environment', team: null, name }), at)}
            >
              {name}
            </TextLink>
            <p className="text-xs text-muted">{`${hours!.weekly.map(hoursText).join('; ')} (${hours!.timeZone})`}</p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-muted">And {more} more.</p>}
    </>
  )
}

/** A freeze that is gone is looked at as it was last. */
function lastInstant(until: number, at: Date | null): Date | null {
  return until === Infinity ? at : new Date(until - 1)
}

function When({ freeze: { from, to, weekly, timeZone } }: { freeze: Freeze }): ReactNode {
  return (
    <>
      {weekly.length > 0 && `${weekly.map(hoursText).join('; ')} (${timeZone}). `}
      {from !== null && (
        <>
          From <Clock at={from} />{' '}
        </>
      )}
      {to !== null && (
        <>
          {from === null ? 'Until' : 'until'} <Clock at={to} />
        </>
      )}
      {to === null && (from === null ? 'Until it is lifted' : 'until it is lifted')}
    </>
  )
}
