'use client'

import { CheckField } from '#components/object-form/choice-field.tsx'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { OTHER_KEYS, PLACES_BY_KEY } from './keys.ts'

const PALETTE_KEYS: readonly (readonly [string, string])[] = [['Ctrl K', 'Search and do']]

/** All keys of the portal, and whether single ones do anything: speech input and slips of a hand press them unmeant. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { preferences, choose } = usePreferences()
  const places = Object.entries(PLACES_BY_KEY).map(
    ([key, { label }]) => [`g ${key}`, label] as const,
  )
  return (
    <Dialog
      wide
      open
      onOpenChange={onClose}
      title="Keys"
      description="What the keyboard does here."
    >
      <CheckField
        label="Single keys"
        text="Without them only those with Ctrl or ⌘ do something."
        value={preferences.keys === 'on'}
        onChange={(isOn) => choose('keys', isOn ? 'on' : 'off')}
      />
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <KeyList heading="Go to" keys={places} />
        <KeyList heading="On a page" keys={[...PALETTE_KEYS, ...OTHER_KEYS]} />
      </div>
    </Dialog>
  )
}

function KeyList({
  heading,
  keys,
}: {
  heading: string
  keys: readonly (readonly [string, string])[]
}) {
  return (
    <section aria-label={heading}>
      <h3 className="mb-1 text-xs font-medium text-muted">{heading}</h3>
      <dl className="space-y-1">
        {keys.map(([key, does]) => (
          <div key={key} className="flex items-center justify-between gap-3">
            <dt className="order-last flex gap-1">
              {key.split(' ').map((part) => (
                <kbd key={part} className="rounded border bg-sunken px-1.5 font-mono text-xs">
                  {part}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
