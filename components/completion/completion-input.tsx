/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- a select takes no text that it doesn't list, a datalist shows no counts, and the field has the keys of its list */
'use client'

import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/input.tsx'
import { type Suggestion, type SuggestionSource, useSuggestions } from './use-suggestions.ts'

type Props = {
  readonly id?: string
  /** As a form sends it. */
  readonly name?: string
  readonly label: string
  /** What stands in the field. */
  readonly value: string
  readonly onType: (text: string) => void
  /** A suggestion was chosen, or the text was finished with Enter. */
  readonly onChoose: (text: string) => void
  /** Null: a plain field. */
  readonly source: SuggestionSource | null
  /** What is chosen already, and not suggested again. */
  readonly without?: readonly string[]
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string
  readonly className?: string
  readonly onLeave?: () => void
  readonly onBackspaceInEmpty?: () => void
}

/** What browsers would do to prose. */
const VERBATIM = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }

/** A text field that knows what exists. It takes other texts too: a policy may come before the first such label. */
export function CompletionInput(props: Props) {
  const { id, name, label, value, onType, onChoose } = props
  const listId = useId()
  const { options, active, shows, open, setIsTyped, close } = useOptions(props)
  const choose = (text: string) => {
    onChoose(text)
    close()
  }
  const onKeyDown = listKeys({
    count: options.length,
    active,
    shows,
    move: open,
    take: () => choose((shows ? options[active]?.text : undefined) ?? value),
    close,
    erase: value === '' ? props.onBackspaceInEmpty : undefined,
  })
  return (
    <div className={classNames('relative', props.className)}>
      <Input
        id={id}
        name={name}
        {...VERBATIM}
        {...comboboxOf(props, { listId, shows, active: options[active] ? active : -1 })}
        placeholder={props.placeholder}
        value={value}
        className="font-mono text-xs"
        onFocus={() => open(-1)}
        onBlur={() => {
          close()
          props.onLeave?.()
        }}
        onChange={(event) => {
          open(-1)
          setIsTyped(true)
          onType(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <Suggestions
        id={listId}
        label={label}
        options={shows ? options : []}
        active={active}
        onChoose={choose}
      />
    </div>
  )
}

/** The list below a field: what is in it, whether it shows, and which of its options the keys are at. */
function useOptions({ source, value, without = [] }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isTyped, setIsTyped] = useState(false)
  const [active, setActive] = useState(-1)
  // What stood there before is no question yet: whoever comes to change it wants to see the others.
  const found = useSuggestions(source, isTyped ? value : '', isOpen)
  const options = found.filter(({ text }) => !without.includes(text))
  return {
    options,
    active,
    shows: isOpen && options.length > 0,
    open: (active: number) => {
      setIsOpen(true)
      setActive(active)
    },
    setIsTyped,
    close: () => {
      setIsOpen(false)
      setIsTyped(false)
      setActive(-1)
    },
  }
}

/** What says to those who don't see it that the field has a list. */
function comboboxOf(
  { label, source, isInvalid, describedBy }: Props,
  { listId, shows, active }: { listId: string; shows: boolean; active: number },
) {
  const described = {
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
  }
  if (source === null) return described
  return {
    ...described,
    role: 'combobox',
    'aria-expanded': shows,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': shows && active >= 0 ? `${listId}-${active}` : undefined,
  } as const
}

/** The keys of a list below a field: -1 is the field itself. */
function listKeys(list: {
  readonly count: number
  readonly active: number
  readonly shows: boolean
  readonly move: (active: number) => void
  readonly take: () => void
  readonly close: () => void
  readonly erase: (() => void) | undefined
}) {
  const step = (by: number) =>
    list.move(((list.active + 1 + by + list.count + 1) % (list.count + 1)) - 1)
  return (event: KeyboardEvent) => {
    if (event.key === 'Backspace') list.erase?.()
    if (event.key === 'Escape' && list.shows) {
      event.stopPropagation()
      list.close()
    }
    if (!['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') list.take()
    else step(event.key === 'ArrowDown' ? 1 : -1)
  }
}

function Suggestions({
  id,
  label,
  options,
  active,
  onChoose,
}: {
  id: string
  label: string
  options: readonly Suggestion[]
  active: number
  onChoose: (text: string) => void
}) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      hidden={options.length === 0}
      className="absolute top-full left-0 z-20 mt-1 max-h-60 w-max max-w-80 min-w-full overflow-y-auto rounded-md border bg-surface p-1 shadow-lg"
    >
      {options.map(({ text, note }, index) => (
        <li
          key={text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
          className="flex cursor-pointer items-center justify-between gap-4 rounded px-2 py-1 font-mono text-xs hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent-strong"
        >
          <span className="max-w-full shrink-0 break-all">{text === '' ? '(empty)' : text}</span>
          <span title={note} className="min-w-0 truncate font-sans text-muted tabular-nums">
            {note}
          </span>
        </li>
      ))}
    </ul>
  )
}
