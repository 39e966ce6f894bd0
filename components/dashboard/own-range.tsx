'use client'

import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { InstantInput } from '#components/time/instant-input.tsx'
import { sentText, typedText } from '#components/time/shown-instant.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { errorId, Field } from '#components/ui/field.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { instantOf } from '#lib/domain/lists/instant.ts'
import { typedInstant } from '#lib/domain/lists/typed-instant.ts'
import { type View, viewHref, viewOf } from './view.ts'

/** A range between two times of one’s own, by the clocks of the view’s time zone. */
export function OwnRange({ view }: { view: View }) {
  const { zone, range } = view
  const given = typeof range === 'string' ? null : range
  return (
    <Popover
      label="From and until"
      triggerClass={buttonClass('secondary', given === null ? undefined : 'border-accent')}
      trigger={
        <>
          <CalendarRange aria-hidden className="size-4" />
          {given === null ? (
            <span className="max-sm:sr-only">From, until</span>
          ) : (
            `${shown(given.from)} – ${shown(given.to)}`
          )}
        </>
      }
    >
      <RangeForm
        view={view}
        initial={{ from: instantIn(zone, given?.from), to: instantIn(zone, given?.to) }}
      />
    </Popover>
  )
}

type Range = { readonly from: string; readonly to: string }

function RangeForm({ view, initial }: { view: View; initial: Range }) {
  const navigate = useNavigate()
  const [range, setRange] = useState(initial)
  const [isWrong, setIsWrong] = useState(false)
  const apply = () => {
    const local = { from: localIn(view.zone, range.from), to: localIn(view.zone, range.to) }
    const asked = viewOf({ ...local, tz: view.zone }).range
    setIsWrong(typeof asked === 'string')
    if (typeof asked !== 'string') navigate(viewHref(view, { range: asked }), { scroll: false })
  }
  return (
    <form action={apply} className="space-y-3">
      <Field id="range-from" label={`From (${view.zone})`}>
        <InstantInput
          id="range-from"
          label="From"
          value={range.from}
          zone={view.zone}
          onChange={(from) => setRange({ ...range, from })}
          isInvalid={false}
        />
      </Field>
      <Field
        id="range-to"
        label={`Until (${view.zone})`}
        error={isWrong ? 'Say two times, the later one here.' : null}
      >
        <InstantInput
          id="range-to"
          label="Until"
          value={range.to}
          zone={view.zone}
          isEnd
          onChange={(to) => setRange({ ...range, to })}
          isInvalid={isWrong}
          describedBy={isWrong ? errorId('range-to') : undefined}
        />
      </Field>
      <Button type="submit" look="primary">
        Show
      </Button>
    </form>
  )
}

/** The instant of a local time of the address. */
function instantIn(zone: string, local: string | undefined): string {
  const typed = typedInstant(local ?? '', { now: new Date(0), zone, isEnd: false })
  return typed === null ? '' : sentText(typed.at)
}

/** To the minute, as the address has it. */
function localIn(zone: string, instant: string): string | undefined {
  const at = instantOf(instant)
  return at === null ? undefined : typedText(at, zone).slice(0, 16).replace(' ', 'T')
}

function shown(local: string): string {
  return local.replace('T', ' ')
}
