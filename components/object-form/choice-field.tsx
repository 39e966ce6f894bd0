/* oxlint-disable jsx-a11y/label-has-associated-control -- each label holds its control and its text, deeper than the rule looks */
import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { classNames } from '#components/ui/class-names.ts'
import { errorId } from '#components/ui/field.tsx'
import { FieldErrors } from './field-errors.tsx'

type Choice<Value extends string> = {
  readonly value: Value
  readonly title: string
  readonly text: string
}

/** Choices with a longer text are stacked: in columns it would wrap after every word. */
const ROW_TEXT_MAX = 90
const ROW_MAX = 3

export function ChoiceField<Value extends string>({
  id,
  legend,
  hint,
  value,
  onChange,
  choices,
}: {
  id: string
  legend: ReactNode
  hint?: string | undefined
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
}) {
  return (
    <fieldset aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-xs text-muted">
          {hint}
        </p>
      )}
      <div className={classNames('grid gap-2', columnsOf(choices))}>
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
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-medium">{choice.title}</span>
              <span className="block text-xs text-muted">{choice.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function columnsOf(choices: readonly Choice<string>[]): string {
  if (choices.some(({ text }) => text.length > ROW_TEXT_MAX)) return ''
  return choices.length > ROW_MAX ? 'sm:grid-cols-2' : 'sm:auto-cols-fr sm:grid-flow-col'
}

/** Any of several choices, in their order. */
export function ChoicesField({
  id,
  legend,
  value,
  onChange,
  choices,
  reasons,
}: {
  id: string
  legend: string
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  choices: readonly Choice<string>[]
  reasons: FieldReasons
}) {
  const errors = Object.values(reasons).flat()
  const set = (choice: string, isOn: boolean) =>
    onChange(
      choices
        .map((each) => each.value)
        .filter((each) => (each === choice ? isOn : value.includes(each))),
    )
  return (
    <fieldset id={id} aria-describedby={errors.length > 0 ? errorId(id) : undefined}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="space-y-2">
        {choices.map(({ value: choice, title, text }) => (
          <CheckField
            key={choice}
            label={title}
            text={text}
            value={value.includes(choice)}
            onChange={(isOn) => set(choice, isOn)}
          />
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
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
