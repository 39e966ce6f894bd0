/* oxlint-disable jsx-a11y/label-has-associated-control -- each label holds its control and its text, deeper than the rule looks */
'use client'

import { Plus } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { type Weekday, WEEKDAYS, type WeeklyHours } from '#lib/domain/observed/planned-silence.ts'
import { FieldErrors } from './field-errors.tsx'
import { DAY_WORDS } from './hours-text.ts'
import { RemoveButton } from './remove-button.tsx'

const AT_NIGHT: WeeklyHours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '20:00',
  to: '06:00',
}

/** Hours of the week: days, and from when until when on each. */
export function HoursEditor({
  id,
  legend,
  hint,
  value,
  onChange,
  initial = AT_NIGHT,
  reasons,
}: {
  id: string
  legend: string
  hint: string | undefined
  /** Hours that are added. */
  initial?: WeeklyHours
  value: readonly WeeklyHours[]
  onChange: (value: readonly WeeklyHours[]) => void
  reasons: FieldReasons
}) {
  const set = (index: number, hours: WeeklyHours) =>
    onChange(value.map((other, at) => (at === index ? hours : other)))
  const errors = Object.entries(reasons).flatMap(([path, said]) =>
    path === id || path.startsWith(`${id}.`) ? said : [],
  )
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      <ul className="space-y-2">
        {value.map((hours, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: all of it can be changed
            key={index}
            hours={hours}
            number={index + 1}
            onChange={(next) => set(index, next)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id={id} errors={errors} />
      <Button look="quiet" className="mt-1 px-2" onClick={() => onChange([...value, initial])}>
        <Plus aria-hidden className="size-4" />
        Add hours
      </Button>
    </fieldset>
  )
}

function Row({
  hours,
  number,
  onChange,
  onRemove,
}: {
  hours: WeeklyHours
  number: number
  onChange: (hours: WeeklyHours) => void
  onRemove: () => void
}) {
  const toggle = (day: Weekday) =>
    onChange({
      ...hours,
      days: WEEKDAYS.filter((each) => hours.days.includes(each) !== (each === day)),
    })
  const time = (field: 'from' | 'to', label: string) => (
    <Input
      type="time"
      aria-label={`${label} of hours ${number}`}
      className="w-28!"
      value={hours[field]}
      onChange={({ target }) => onChange({ ...hours, [field]: target.value })}
    />
  )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border p-2.5">
      <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
        <legend className="sr-only">Days of hours {number}</legend>
        {WEEKDAYS.map((day) => (
          <label key={day} className="inline-flex cursor-pointer items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={hours.days.includes(day)}
              onChange={() => toggle(day)}
              className="size-4 accent-accent"
            />
            {DAY_WORDS[day]}
          </label>
        ))}
      </fieldset>
      <span className="flex items-center gap-2">
        {time('from', 'From')}
        <span className="text-muted">to</span>
        {time('to', 'To')}
      </span>
      <span className="ml-auto">
        <RemoveButton label={`Remove hours ${number}`} onClick={onRemove} />
      </span>
    </li>
  )
}
