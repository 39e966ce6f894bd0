'use client'

import type { FieldReasons } from '#components/api.ts'
import { EMPTY_QUERY, type QueryRow, writtenQueries } from './query-rows.ts'
import { RemoveButton } from './remove-button.tsx'
import { type RowProps, RowsField } from './rows-field.tsx'
import { reasonsOfRow } from './sent-rows.ts'
import { TextField } from './text-field.tsx'

/** What is asked of a source of metrics, each query for a metric. */
export function QueryEditor({
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
  value: readonly QueryRow[]
  onChange: (rows: readonly QueryRow[]) => void
  reasons: FieldReasons
}) {
  return (
    <RowsField
      {...{ id, legend, hint, onChange, reasons }}
      noun="query"
      empty={EMPTY_QUERY}
      value={rows}
    >
      {(props) => (
        <Row
          {...props}
          id={`${id}-${props.index}`}
          reasons={reasonsOfRow({ field: id, rows, sent: writtenQueries }, props.index, reasons)}
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
}: RowProps<QueryRow> & { id: string; reasons: FieldReasons }) {
  const number = index + 1
  const { query: ofQuery = [], ...others } = reasons
  return (
    <li className="space-y-2 rounded-md border bg-canvas p-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            id={`${id}-metric`}
            label={`Metric ${number}`}
            mono
            placeholder="sync_duration"
            reasons={others}
            value={row.metric}
            onChange={(metric) => onChange({ ...row, metric })}
          />
        </div>
        <RemoveButton label={`Remove metric ${number}`} onClick={onRemove} />
      </div>
      <TextField
        id={`${id}-query`}
        label={`Query ${number}`}
        mono
        multiline
        rows={3}
        reasons={{ query: ofQuery }}
        value={row.query}
        onChange={(query) => onChange({ ...row, query })}
      />
    </li>
  )
}
