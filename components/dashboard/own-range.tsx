'use client'

import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { type View, viewHref, viewOf } from './view.ts'

/** A range between two times of one’s own, by the clocks of the view’s time zone. */
export function OwnRange({ view }: { view: View }) {
  const navigate = useNavigate()
  const [isWrong, setIsWrong] = useState(false)
  const given = typeof view.range === 'string' ? null : view.range
  const apply = (data: FormData) => {
    const [from, to] = ['from', 'to'].map((name) => textOf(data, name))
    const { range } = viewOf({ from, to, tz: view.zone })
    setIsWrong(typeof range === 'string')
    if (typeof range !== 'string') navigate(viewHref(view, { range }), { scroll: false })
  }
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
      <form action={apply} className="space-y-3">
        <Field id="range-from" label={`From (${view.zone})`}>
          <Input id="range-from" name="from" type="datetime-local" defaultValue={given?.from} />
        </Field>
        <Field
          id="range-to"
          label={`Until (${view.zone})`}
          error={isWrong ? 'Say two times, the later one here.' : null}
        >
          <Input id="range-to" name="to" type="datetime-local" defaultValue={given?.to} />
        </Field>
        <Button type="submit" look="primary">
          Show
        </Button>
      </form>
    </Popover>
  )
}

function textOf(data: FormData, name: string): string | undefined {
  const value = data.get(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function shown(local: string): string {
  return local.replace('T', ' ')
}
