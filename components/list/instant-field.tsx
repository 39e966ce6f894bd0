'use client'

import { useState, useSyncExternalStore } from 'react'
import { usePreferredZone } from '#components/preferences/preferences-provider.tsx'
import { InstantInput } from '#components/time/instant-input.tsx'

/** A field of a filter form that takes an instant, and sends it as the API has it. */
export function InstantField({
  name,
  value: given,
  isEnd = false,
  isInvalid = false,
  describedBy,
  ...input
}: {
  id: string
  name: string
  label: string
  value: string
  /** For the end of a range, for which a day means its end. */
  isEnd?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
}) {
  const zone = usePreferredZone()
  const [value, setValue] = useState(given)
  const hasScripts = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return (
    <>
      <InstantInput
        {...input}
        // Without scripts, what is typed is sent.
        name={hasScripts ? undefined : name}
        value={value}
        isEnd={isEnd}
        isInvalid={isInvalid}
        describedBy={describedBy}
        zone={zone}
        onChange={setValue}
      />
      {hasScripts && <input type="hidden" name={name} value={value} />}
    </>
  )
}

function neverChanges() {
  return () => undefined
}
