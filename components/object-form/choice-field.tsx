/* oxlint-disable jsx-a11y/label-has-associated-control -- each label holds its control and its text, deeper than the rule looks */
import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'

type Choice<Value extends string> = {
  readonly value: Value
  readonly title: string
  readonly text: string
}

/** Choices with a longer text are stacked: in columns it would wrap after every word. */
const ROW_TEXT_MAX = 90

export function ChoiceField<Value extends string>({
  id,
  legend,
  value,
  onChange,
  choices,
}: {
  id: string
  legend: ReactNode
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
}) {
  const isWordy = choices.some(({ text }) => text.length > ROW_TEXT_MAX)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', !isWordy && 'sm:auto-cols-fr sm:grid-flow-col')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5 hover:border-edge has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span>
              <span className="block font-medium">{choice.title}</span>
              <span className="block text-xs text-muted">{choice.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function CheckField({
  label,
  text,
  value,
  onChange,
}: {
  label: string
  text: string
  value: boolean
  onChange: (value: boolean) => void
}) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-muted">{text}</span>
      </span>
    </label>
  )
}
