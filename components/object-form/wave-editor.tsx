'use client'

import { Plus } from 'lucide-react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField } from './choice-field.tsx'
import { EarlierButton } from './earlier-button.tsx'
import { FieldErrors } from './field-errors.tsx'
import { PathField, reasonsAt } from './path-field.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SuggestedField } from './suggested-field.tsx'
import { targetSuggestions } from './target-suggestions.ts'
import { WaveAfter } from './wave-after.tsx'
import { isAsked, type WaveRow, withNewWave, withWaveEarlier } from './wave-rows.ts'

/** Those of all applications. */
const ALL_TARGETS = targetSuggestions('')

/** Waves in order. The last is the rest, which stays. */
export function WaveEditor({
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
  value: readonly WaveRow[]
  onChange: (rows: readonly WaveRow[]) => void
  reasons: FieldReasons
}) {
  const set = (index: number, row: WaveRow) =>
    onChange(rows.map((other, at) => (at === index ? row : other)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      <ol className="space-y-3">
        {rows.map((row, index) => (
          <Wave
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: all of it can be changed
            key={index}
            row={row}
            path={`${id}.${index}`}
            number={index + 1}
            isRest={index === rows.length - 1}
            reasons={reasons}
            onChange={(next) => set(index, next)}
            onEarlier={() => onChange(withWaveEarlier(rows, index))}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <FieldErrors id={id} errors={reasons[id] ?? []} />
      <Button look="quiet" className="mt-1 px-2" onClick={() => onChange(withNewWave(rows))}>
        <Plus aria-hidden className="size-4" />
        Add a wave
      </Button>
    </fieldset>
  )
}

type WaveProps = {
  row: WaveRow
  /** Of its fields in what is sent. */
  path: string
  number: number
  isRest: boolean
  reasons: FieldReasons
  onChange: (row: WaveRow) => void
}

function Wave({
  onEarlier,
  onRemove,
  ...props
}: WaveProps & { onEarlier: () => void; onRemove: () => void }) {
  const { row, number, isRest } = props
  return (
    <li className="@container">
      <fieldset className="min-w-0 space-y-3 rounded-md border bg-canvas p-3">
        <legend className="sr-only">Wave {number}</legend>
        <div className="flex items-start justify-between gap-2">
          <span className="text-sm font-medium">
            {isRest ? 'The rest: all others' : `Wave ${number}`}
          </span>
          {!isRest && (
            <span className="flex gap-1">
              {number > 1 && <EarlierButton label={`Move wave ${number} up`} onClick={onEarlier} />}
              <RemoveButton label={`Remove wave ${number}`} onClick={onRemove} />
            </span>
          )}
        </div>
        <div className="grid gap-3 @md:grid-cols-2">
          <WaveText {...props} field="name" label="Name" placeholder="canary" />
          {!isRest && <Members {...props} />}
          <Approvals {...props} />
        </div>
        {isAsked(row.approvals) && <Approvers {...props} />}
        <WaveAfter
          after={row.after}
          path={`${props.path}.after`}
          number={number}
          isRest={isRest}
          reasons={props.reasons}
          onChange={(after) => props.onChange({ ...row, after })}
        />
      </fieldset>
    </li>
  )
}

function Members(props: WaveProps) {
  return (
    <>
      <WaveText
        {...props}
        field="clusters"
        label="Clusters"
        hint="By their labels. Empty: any."
        placeholder="ring=canary"
      />
      <WaveTarget {...props} />
      <WaveText
        {...props}
        field="size"
        label="Size"
        hint="How many of these, or percents of all. Empty: each."
        placeholder="20%"
      />
    </>
  )
}

function WaveTarget({ row, path, number, reasons, onChange }: WaveProps) {
  const at = `${path}.target`
  return (
    <SuggestedField
      id={at}
      label={`Target of wave ${number}`}
      hint="Where applications have a target of this name. Empty: any."
      placeholder="early-adopters"
      source={ALL_TARGETS}
      reasons={reasonsAt(reasons, at)}
      value={row.target}
      onChange={(target) => onChange({ ...row, target })}
    />
  )
}

function Approvals(props: WaveProps) {
  return (
    <WaveText
      {...props}
      field="approvals"
      label="Approvals"
      hint="How many people approve it first."
      placeholder="0"
      at="before.approvals.count"
    />
  )
}

function Approvers(props: WaveProps) {
  const { row, onChange } = props
  return (
    <>
      <WaveText
        {...props}
        field="groups"
        label="Approvers"
        hint="Groups of your identity provider, an id a line."
        at="before.approvals.groups"
        multiline
      />
      <CheckField
        label="Whoever starts it, too"
        text="The person who started the rollout may be one of them."
        value={row.self}
        onChange={(self) => onChange({ ...row, self })}
      />
    </>
  )
}

function WaveText({
  row,
  path,
  number,
  reasons,
  onChange,
  field,
  label,
  at = field,
  ...text
}: WaveProps & {
  field: Exclude<keyof WaveRow, 'self' | 'after'>
  label: string
  hint?: string
  placeholder?: string
  multiline?: boolean
  /** Its path within the wave. */
  at?: string
}) {
  return (
    <PathField
      {...text}
      path={`${path}.${at}`}
      label={`${label} of wave ${number}`}
      reasons={reasons}
      value={row[field]}
      onChange={(value) => onChange({ ...row, [field]: value })}
    />
  )
}
