/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- a select takes no text that it doesn't list, a datalist shows no counts, and the field has the keys of its list */
'use client'

import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/input.tsx'
import { type LabelKind, useLabelValues } from './use-label-values.ts'

type Props = {
  readonly id?: string
  readonly label: string
  /** What stands in the field. */
  readonly value: string
  readonly onType: (text: string) => void
  /** A suggestion was chosen, or the text was finished with Enter. */
  readonly onChoose: (text: string) => void
  readonly kind: LabelKind
  /** Whose values are suggested; null: keys are. */
  readonly labelKey: string | null
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

/** A text field that knows which labels exist. It takes others too: a policy may come before the first such label. */
export function CompletionInput(props: Props) {
  const { id, label, value, onType, onChoose, kind, labelKey, without = [] } = props
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useLabelValues({ kind, key: labelKey, prefix: value, isOpen })
  const options = (found?.items ?? []).filter(({ text }) => !without.includes(text))
  const shows = isOpen && options.length > 0
  const open = (active: number) => {
    setIsOpen(true)
    setActive(active)
  }
  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
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

/** What says to those who don't see it that the field has a list. */
function comboboxOf(
  { label, isInvalid, describedBy }: Props,
  { listId, shows, active }: { listId: string; shows: boolean; active: number },
) {
  return {
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': shows,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': shows && active >= 0 ? `${listId}-${active}` : undefined,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
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
  options: readonly { readonly text: string; readonly count: number }[]
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
      {options.map(({ text, count }, index) => (
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
          <span className="break-all">{text === '' ? '(empty)' : text}</span>
          <span className="text-muted tabular-nums">{count.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  )
}
