'use client'

import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import { labelSuggestions } from '#components/labels/label-suggestions.ts'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import { listHref } from '#lib/schemas/paths.ts'
import type { ColumnChoice } from './column-menu.tsx'

/** Shows, hides and orders columns; each step is at once in the address, and so in the list. */
export function ColumnChooser({ choice }: { choice: ColumnChoice }) {
  const { headings, usual, labels } = choice
  const { shown, choose } = useChosen(choice)
  const hidden = usual.filter((name) => !shown.includes(name))
  return (
    <div className="space-y-3">
      <h2 className="font-semibold">Columns</h2>
      <ul aria-label="Columns of the list">
        {[...shown, ...hidden].map((name) => (
          <ColumnLine
            key={name}
            heading={headings[name] ?? labelText(name)}
            isShown={shown.includes(name)}
            onShow={(isShown) =>
              choose(isShown ? [...shown, name] : shown.filter((each) => each !== name))
            }
            onEarlier={shown.indexOf(name) > 0 ? () => choose(earlier(shown, name)) : null}
          />
        ))}
      </ul>
      {labels.map((label) => (
        <LabelField key={label.side} {...label} onAdd={(name) => choose([...shown, name])} />
      ))}
      <Button onClick={() => choose(usual)}>Usual columns</Button>
    </div>
  )
}

/** What was chosen last counts, also while the page that shows it is on its way. */
function useChosen({ address, first, usual, shown: onPage }: ColumnChoice) {
  const navigate = useNavigate()
  const [shown, setShown] = useState(onPage)
  const choose = (names: readonly string[]) => {
    const chosen = [...new Set(names)]
    const isUsual = chosen.join() === usual.join()
    const columns = isUsual ? null : [first, ...chosen].join()
    setShown(chosen)
    navigate(listHref(address, { columns, page: address.query['page'] }), { scroll: false })
  }
  return { shown, choose }
}

function earlier(names: readonly string[], name: string): readonly string[] {
  const others = names.filter((each) => each !== name)
  return others.toSpliced(names.indexOf(name) - 1, 0, name)
}

function ColumnLine({
  heading,
  isShown,
  onShow,
  onEarlier,
}: {
  heading: string
  isShown: boolean
  onShow: (isShown: boolean) => void
  /** Null: it is the first one, or hidden. */
  onEarlier: (() => void) | null
}) {
  return (
    <li className="flex h-8 items-center gap-2">
      <label className="flex grow items-center gap-2">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => onShow(target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        {heading}
      </label>
      {isShown && (
        <Button
          look="quiet"
          aria-label={`Move ${heading} up`}
          aria-disabled={onEarlier === null}
          onClick={() => onEarlier?.()}
        >
          <ArrowUp aria-hidden className="size-4" />
        </Button>
      )}
    </li>
  )
}

function LabelField({
  side,
  kind,
  onAdd,
}: ColumnChoice['labels'][number] & { onAdd: (name: string) => void }) {
  const [text, setText] = useState('')
  const id = `column-${side}`
  const label = `Label of the ${kind}`
  return (
    <Field id={id} label={`${label}, as a column`}>
      <CompletionInput
        id={id}
        label={label}
        source={labelSuggestions(kind, null)}
        value={text}
        placeholder="region"
        onType={setText}
        onChoose={(key) => {
          setText('')
          if (labelKeyIssues(key, []).length === 0) onAdd(`${side}:${key}`)
        }}
      />
    </Field>
  )
}

function labelText(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
