'use client'

import type { FieldReasons } from '#components/api.ts'
import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import { RemoveButton } from './remove-button.tsx'
import { type RowProps, RowsField } from './rows-field.tsx'
import { SuggestedField } from './suggested-field.tsx'
import { EMPTY_TARGET, reasonsOfTarget, type TargetRow, targetsProblem } from './target-rows.ts'
import { TextField } from './text-field.tsx'

/** The targets of an application: where each is, and its directory. */
export function TargetEditor({
  id,
  legend,
  hint,
  value: rows,
  onChange,
  reasons,
}: {
  id: string
  legend: string
  hint: string | undefined
  value: readonly TargetRow[]
  onChange: (rows: readonly TargetRow[]) => void
  reasons: FieldReasons
}) {
  // What a row lacks is said in the row.
  const ofAll = (reasons[id] ?? []).filter((reason) => reason !== targetsProblem(rows))
  return (
    <RowsField
      {...{ id, legend, hint, onChange }}
      noun="target"
      empty={EMPTY_TARGET}
      value={rows}
      reasons={{ [id]: ofAll }}
    >
      {(props) => (
        <Row
          {...props}
          id={`${id}-${props.index}`}
          reasons={reasonsOfTarget(rows, props.index, reasons)}
        />
      )}
    </RowsField>
  )
}

function Row({
  row,
  index,
  id,
  reasons,
  onChange,
  onRemove,
}: RowProps<TargetRow> & { id: string; reasons: FieldReasons }) {
  const number = index + 1
  const field = (name: keyof TargetRow) => ({
    id: `${id}-${name}`,
    reasons: { [name]: reasons[name] ?? [] },
    value: row[name],
    onChange: (text: string) => onChange({ ...row, [name]: text }),
  })
  return (
    <li className="@container">
      <fieldset className="flex min-w-0 items-start gap-2 rounded-md border bg-canvas p-3">
        <legend className="sr-only">Target {number}</legend>
        <div className="grid min-w-0 grow grid-cols-2 gap-x-2 gap-y-3 @md:grid-cols-[1fr_1fr_2fr]">
          <TextField {...field('name')} label={`Target ${number}`} mono placeholder="early" />
          <SuggestedField
            {...field('environment')}
            label="Environment"
            source={nameSuggestions('environment')}
            placeholder="prod"
          />
          <div className="col-span-2 @md:col-span-1">
            <TextField {...field('repo_path')} label="Path" mono placeholder="deploy/app/early" />
          </div>
        </div>
        <RemoveButton label={`Remove target ${number}`} onClick={onRemove} />
      </fieldset>
    </li>
  )
}
