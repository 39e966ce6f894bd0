'use client'

import { CalendarClock } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { instantOf } from '#lib/domain/lists/instant.ts'
import { type TypedInstant, typedInstant } from '#lib/domain/lists/typed-instant.ts'
import { sentText, typedText, wholeText } from './shown-instant.ts'

// Loaded when somebody opens it.
const InstantChoices = dynamic(async () => {
  const { InstantChoices } = await import('./instant-choices.tsx')
  return InstantChoices
})

export type InstantInputProps = {
  readonly id: string
  readonly label: string
  /** As RFC 3339 has it, or what was typed and means none. */
  readonly value: string
  /** Whose clocks are meant. */
  readonly zone: string
  /** Whether a day means its end. */
  readonly isEnd?: boolean
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
  readonly isInvalid: boolean
  readonly describedBy?: string | undefined
}

/** Takes an instant as people say it, and says what it understood before that is sent. */
export function InstantInput({
  id,
  label,
  value,
  zone,
  isEnd = false,
  placeholder = 'e.g. 2 h ago',
  onChange,
  isInvalid,
  describedBy,
  ...field
}: InstantInputProps & {
  /** For a form that is sent before scripts are there. */
  name?: string | undefined
}) {
  const [last, setLast] = useState<Typed | null>(null)
  // The form may have been given another value since.
  const typed = last?.sent === value ? last : null
  const type = (text: string) => {
    const meant = typedInstant(text, { now: new Date(), zone, isEnd })
    const sent = meant === null ? text : sentText(meant.at)
    setLast({ text, meant, sent })
    onChange(sent)
  }
  const understoodId = `${id}-understood`
  return (
    <>
      <span className="flex">
        <Input
          {...field}
          id={id}
          value={typed?.text ?? shownValue(value, zone)}
          onChange={({ target }) => type(target.value)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={[describedBy, understoodId].filter(Boolean).join(' ')}
          className="rounded-r-none border-r-0"
        />
        <Choices id={`${id}-choice`} label={`Choose: ${label}`} zone={zone} onChoose={type} />
      </span>
      {/* No <output>: in a description, that counts by its own label and not by its text. */}
      <span
        id={understoodId}
        aria-live="polite"
        // Browsers may know other words for dates than the server.
        suppressHydrationWarning
        className="mt-1 block text-xs text-muted empty:hidden"
      >
        {typed === null ? understoodValue(value, zone) : understood(typed, zone)}
      </span>
    </>
  )
}

function Choices({
  label,
  onChoose,
  ...choices
}: {
  id: string
  label: string
  zone: string
  onChoose: (text: string) => void
}) {
  return (
    <Popover
      label={label}
      triggerClass={buttonClass('secondary', 'rounded-l-none border-edge px-2')}
      trigger={
        <>
          <CalendarClock aria-hidden className="size-3.5" />
          <span className="sr-only">{label}</span>
        </>
      }
    >
      {(close) => (
        <InstantChoices
          {...choices}
          onChoose={(text) => {
            onChoose(text)
            close()
          }}
        />
      )}
    </Popover>
  )
}

type Typed = {
  readonly text: string
  readonly meant: TypedInstant | null
  readonly sent: string
}

/** Null: it is a day of UTC, or none. */
function exactInstant(value: string): Date | null {
  return value.includes('T') ? instantOf(value) : null
}

function shownValue(value: string, zone: string): string {
  const at = exactInstant(value)
  return at === null ? value : typedText(at, zone)
}

function understoodValue(value: string, zone: string): string {
  const at = exactInstant(value)
  if (at !== null) return wholeText(at, zone)
  return instantOf(value) === null ? '' : 'That day of UTC'
}

const NOTES: Readonly<Record<TypedInstant['shown'], string>> = {
  once: '',
  twice: ', the first of the two',
  never: ', when the clocks skip that time',
}

function understood({ text, meant }: Typed, zone: string): string {
  if (text.trim() === '') return ''
  if (meant === null) return 'Not understood yet.'
  return `${wholeText(meant.at, zone)}${NOTES[meant.shown]}`
}
