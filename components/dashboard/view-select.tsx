'use client'

import { useSyncExternalStore } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Select } from '#components/ui/input.tsx'
import { UTC, type View, viewHref } from './view.ts'

type Choice = readonly [value: string, words: string]

/** Shows what the charts are grouped by. */
export function GroupSelect({ view, labels }: { view: View; labels: readonly string[] }) {
  const given = view.by ?? ''
  const known: readonly Choice[] = [
    ['', 'All together'],
    ['environment', 'By environment'],
    ['team', 'By team'],
    ...labels.map((key): Choice => [`label:${key}`, `By ${key}`]),
  ]
  const isKnown = known.some(([value]) => value === given)
  return (
    <ViewSelect
      label="Groups"
      value={given}
      choices={isKnown ? known : [...known, [given, `By ${given.replace(/^label:/, '')}`]]}
      hrefOf={(by) => viewHref(view, { by: by === '' ? null : by })}
    />
  )
}

/** Shows the time zone. */
export function ZoneSelect({ view }: { view: View }) {
  const zones = useSyncExternalStore(neverChanges, browserZones, () => NO_ZONES)
  const choices = [...new Set([UTC, view.zone, ...zones])].map((zone): Choice => [zone, zone])
  return (
    <ViewSelect
      label="Time zone"
      value={view.zone}
      choices={choices}
      hrefOf={(zone) => viewHref(view, { zone })}
    />
  )
}

const NO_ZONES: readonly string[] = []
let known = NO_ZONES

/** Only the browser knows where its visitor is. */
function browserZones(): readonly string[] {
  if (known.length === 0) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    known = [timeZone, ...Intl.supportedValuesOf('timeZone')]
  }
  return known
}

function neverChanges() {
  return () => undefined
}

function ViewSelect({
  label,
  value,
  choices,
  hrefOf,
}: {
  label: string
  value: string
  choices: readonly Choice[]
  hrefOf: (value: string) => string
}) {
  const navigate = useNavigate()
  return (
    <div className="w-36">
      <Select
        aria-label={label}
        value={value}
        onChange={({ target }) => navigate(hrefOf(target.value), { scroll: false })}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  )
}
