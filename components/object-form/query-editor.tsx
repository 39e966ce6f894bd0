'use client'

import { Plus } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { FieldErrors } from './field-errors.tsx'
import { RemoveButton } from './remove-button.tsx'
import { TextField } from './text-field.tsx'

export type QueryRow = { readonly metric: string; readonly query: string }

/** What is asked of a source of metrics, each query for a metric. */
export function QueryEditor({
  legend,
  hint,
  value: rows,
  onChange,
  reasons,
}: {
  legend: string
  hint: string | undefined
  value: readonly QueryRow[]
  onChange: (rows: readonly QueryRow[]) => void
  reasons: FieldReasons
}) {
  const set = (index: number, row: QueryRow) =>
    onChange(rows.map((other, at) => (at === index ? row : other)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      <ul className="space-y-3">
        {rows.map((row, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: both of its texts are typed into
            key={index}
            row={row}
            number={index + 1}
            path={`queries.${sentBefore(rows, index)}`}
            reasons={reasons}
            onChange={(row) => set(index, row)}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id="queries" errors={reasons['queries'] ?? []} />
      <Button
        look="quiet"
        className="mt-1 px-2"
        onClick={() => onChange([...rows, { metric: '', query: '' }])}
      >
        <Plus aria-hidden className="size-4" />
        Add a query
      </Button>
    </fieldset>
  )
}

function Row({
  row,
  number,
  path,
  reasons,
  onChange,
  onRemove,
}: {
  row: QueryRow
  number: number
  /** Of what is sent. */
  path: string
  reasons: FieldReasons
  onChange: (row: QueryRow) => void
  onRemove: () => void
}) {
  return (
    <li className="space-y-2 rounded-md border bg-canvas p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            id={`${path}.metric`}
            label={`Metric ${number}`}
            mono
            placeholder="sync_duration"
            reasons={reasons}
            value={row.metric}
            onChange={(metric) => onChange({ ...row, metric })}
          />
        </div>
        <RemoveButton label={`Remove metric ${number}`} onClick={onRemove} />
      </div>
      <TextField
        id={`${path}.query`}
        label={`Query ${number}`}
        mono
        multiline
        rows={3}
        reasons={reasons}
        value={row.query}
        onChange={(query) => onChange({ ...row, query })}
      />
    </li>
  )
}

/** Empty rows aren't sent, so the API counts without them. */
function sentBefore(rows: readonly QueryRow[], index: number): number {
  return rows.slice(0, index).filter(({ metric, query }) => metric !== '' || query !== '').length
}
