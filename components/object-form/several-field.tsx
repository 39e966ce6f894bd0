import type { FieldReasons } from '#components/api.ts'
import { FieldErrors } from './field-errors.tsx'

/** Any of some choices. */
export function SeveralField({
  id,
  legend,
  choices,
  value,
  onChange,
  reasons,
}: {
  id: string
  legend: string
  choices: readonly { readonly value: string; readonly title: string }[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  reasons: FieldReasons
}) {
  const toggle = (chosen: string) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((each) => value.includes(each) !== (each === chosen)),
    )
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border p-2.5 sm:grid-cols-3">
        {choices.map((choice) => (
          <label key={choice.value} className="inline-flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={value.includes(choice.value)}
              onChange={() => toggle(choice.value)}
              className="size-4 shrink-0 accent-accent"
            />
            {choice.title}
          </label>
        ))}
      </div>
      <FieldErrors id={id} errors={reasons[id] ?? []} />
    </fieldset>
  )
}
