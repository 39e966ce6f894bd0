'use client'

import { Combobox, ComboboxItem, ComboboxList, useComboboxStore } from '@ariakit/react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/input.tsx'
import { type CompletionField, completionAttributes } from './completion-attributes.ts'
import { type Suggestion, type SuggestionSource, useSuggestions } from './use-suggestions.ts'

type Props = CompletionField & {
  readonly value: string
  /** Whether the text it begins with is a search already. */
  readonly wasTyped?: boolean
  readonly onType: (text: string) => void
  /** Called with a chosen suggestion, or with the typed text on Enter. */
  readonly onChoose: (text: string) => void
  /** Null: a plain field. */
  readonly source: SuggestionSource | null
  /** Chosen already, so not suggested again. */
  readonly without?: readonly string[]
  /** Whether it takes the place of a field that has the focus. */
  readonly takesFocus?: boolean
  readonly className?: string
  readonly onLeave?: () => void
  readonly onBackspaceInEmpty?: () => void
}

/** A text field that suggests what exists. It takes other texts too: a policy may come before the first such label. */
export function CompletionInput(props: Props) {
  const { label, value, source, onType, onChoose, onLeave, onBackspaceInEmpty, takesFocus } = props
  const { list, options, setIsTyped, close } = useOptions(props)
  const input = useRef<HTMLInputElement>(null)
  // After the list's own effect: `autoFocus` comes too early for the list to hear of it.
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const choose = (text: string) => {
    onChoose(text)
    close()
  }
  // In the capture phase, before Ariakit, which would otherwise choose on Enter, too.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { open, activeValue } = list.getState()
    if (event.key === 'Backspace' && value === '') onBackspaceInEmpty?.()
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      // Otherwise the browser closes the panel around the field, too.
      event.preventDefault()
      list.hide()
    }
    if (event.key === 'ArrowDown' && !open) list.show()
    // Otherwise the focus goes into the list instead of to the next field.
    if (event.key === 'Tab') close()
    if (event.key !== 'Enter') return
    event.preventDefault()
    choose((open ? activeValue : undefined) ?? value)
  }
  const field = {
    ...completionAttributes(props),
    ref: input,
    onKeyDownCapture,
    onBlur: () => {
      close()
      onLeave?.()
    },
  }
  return (
    <div className={classNames('relative', props.className)}>
      {source === null ? (
        <Input {...field} value={value} onChange={(event) => onType(event.target.value)} />
      ) : (
        <Combobox
          store={list}
          render={<Input {...field} />}
          onFocus={list.show}
          onChange={() => setIsTyped(true)}
        />
      )}
      <ComboboxList
        store={list}
        aria-label={label}
        // A panel would cut off what sticks out of it.
        className="absolute top-full left-0 z-20 mt-1 max-h-60 w-max max-w-80 min-w-full overflow-y-auto rounded-md border bg-surface p-1 shadow-lg in-[[popover]]:static"
      >
        {options.map((option) => (
          <Option key={option.text} {...option} onChoose={choose} />
        ))}
      </ComboboxList>
    </div>
  )
}

/** The list below a field and, while it is open, its options. */
function useOptions({ source, value, wasTyped = false, without = [], onType }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isTyped, setIsTyped] = useState(wasTyped)
  // Until something is typed, all options show: the old text isn't a search, because people open the list to replace it.
  const found = useSuggestions(source, isTyped ? value : '', isOpen)
  const options = isOpen ? found.filter(({ text }) => !without.includes(text)) : []
  const list = useComboboxStore({
    value,
    setValue: onType,
    open: options.length > 0,
    setOpen: (open) => {
      setIsOpen(open)
      if (!open) setIsTyped(false)
    },
  })
  /** Suggestions that come later don't open it. */
  const close = () => {
    setIsOpen(false)
    setIsTyped(false)
    list.hide()
  }
  return { list, options, setIsTyped, close }
}

function Option({
  text,
  note,
  onChoose,
}: Suggestion & { readonly onChoose: (text: string) => void }) {
  return (
    <ComboboxItem
      value={text}
      setValueOnClick={false}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(text)}
      className="flex cursor-pointer items-center justify-between gap-4 rounded px-2 py-1 font-mono text-xs hover:bg-sunken data-active-item:bg-accent-soft data-active-item:text-accent-strong"
    >
      <span className="max-w-full shrink-0 break-all">{text === '' ? '(empty)' : text}</span>
      <span title={note} className="min-w-0 truncate font-sans text-muted tabular-nums">
        {note}
      </span>
    </ComboboxItem>
  )
}
