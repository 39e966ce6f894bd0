import { Plus } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { RemoveButton } from '#components/object-form/remove-button.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { REPORT_KEYS_MAX } from '#lib/domain/observed/report-keys.ts'

export type KeyRow = { readonly pem: string; readonly until: string }

export const EMPTY_ROW: KeyRow = { pem: '', until: '' }

/** The keys that sign a cluster's carried reports. */
export function KeyList({
  rows,
  onChange,
  reasons,
}: {
  rows: readonly KeyRow[]
  onChange: (rows: readonly KeyRow[]) => void
  reasons: FieldReasons
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Public keys</legend>
      <p className="mb-2 text-xs text-muted">
        As the command above printed them. To change one, add the new one, and say until when the
        old one is taken.
      </p>
      <ul className="space-y-3">
        {rows.map((row, index) => (
          <KeyFields
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: both of its texts are typed into
            key={index}
            row={row}
            number={index + 1}
            path={`keys.${sentBefore(rows, index)}`}
            reasons={reasons}
            onChange={(row) => onChange(rows.map((other, at) => (at === index ? row : other)))}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id="keys" errors={reasons['keys'] ?? []} />
      {rows.length < REPORT_KEYS_MAX && (
        <Button look="quiet" className="mt-1 px-2" onClick={() => onChange([...rows, EMPTY_ROW])}>
          <Plus aria-hidden className="size-4" />
          Add a key
        </Button>
      )}
    </fieldset>
  )
}

export function isSent({ pem, until }: KeyRow): boolean {
  return pem.trim() !== '' || until.trim() !== ''
}

/** Empty rows aren't sent, so the API counts without them. */
function sentBefore(rows: readonly KeyRow[], index: number): number {
  return rows.slice(0, index).filter(isSent).length
}

function KeyFields({
  row,
  number,
  path,
  reasons,
  onChange,
  onRemove,
}: {
  row: KeyRow
  number: number
  /** Of what is sent. */
  path: string
  reasons: FieldReasons
  onChange: (row: KeyRow) => void
  onRemove: () => void
}) {
  const reasonsOf = (field: string) => ({ [field]: reasons[`${path}.${field}`] ?? [] })
  return (
    <li className="space-y-2 rounded-md border bg-canvas p-3">
      <TextField
        id={`${path}.public_key`}
        label={`Public key ${number}`}
        mono
        multiline
        placeholder="-----BEGIN PUBLIC KEY-----"
        reasons={reasonsOf('public_key')}
        value={row.pem}
        onChange={(pem) => onChange({ ...row, pem })}
      />
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            id={`${path}.until`}
            label={`Key ${number} is taken until`}
            hint="From this instant on nothing that it signed is. Empty: for as long as it stands here."
            mono
            placeholder="2027-01-31T00:00:00Z"
            reasons={reasonsOf('until')}
            value={row.until}
            onChange={(until) => onChange({ ...row, until })}
          />
        </div>
        <RemoveButton label={`Remove key ${number}`} onClick={onRemove} />
      </div>
    </li>
  )
}
