import { Search } from 'lucide-react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { errorId, Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { type ListAddress, VIEW, withQuery } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { CompletionField } from './completion-field.tsx'

export type FilterField = {
  readonly name: string
  readonly label: string
  readonly placeholder?: string
  readonly type?: 'search' | 'date' | 'datetime-local'
  /** Values and the words for them; the field is then a choice. */
  readonly choices?: readonly (readonly [string, string])[]
  /** The field takes a whole name, and completes it from those of this kind. */
  readonly completes?: Kind
  /** For fields of code, such as selectors. */
  readonly mono?: boolean
  /** Folded until somebody opens it. */
  readonly isMore?: boolean
}

/** The invalid parameter, and why it is invalid. */
type Wrong = { readonly field: string | null; readonly message: string } | null

/** Parameters that the form doesn't show but must keep. */
const KEPT = ['sort', 'limit', 'group', VIEW]

const atField: FilterField = { name: 'at', label: 'As of (UTC)', type: 'datetime-local' }

/** Filters a list through its address: a plain form, so it works without scripts. */
export function FilterForm({
  address,
  fields,
  isOfNow,
  wrong,
}: {
  address: ListAddress
  fields: readonly FilterField[]
  isOfNow: boolean
  wrong: Wrong
}) {
  const { path, query } = address
  const isNarrowed = Object.keys(query).some((name) => !KEPT.includes(name))
  return (
    <search aria-label="Filter">
      <form action={path} className="border-b p-3">
        {KEPT.map((name) =>
          query[name] === undefined ? null : (
            <input key={name} type="hidden" name={name} value={query[name]} />
          ),
        )}
        <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap">
          {fields
            .filter(({ isMore }) => !isMore)
            .map((field) => (
              <FilledField key={field.name} field={field} query={query} wrong={wrong} />
            ))}
          {!isOfNow && <FilledField field={atField} query={query} wrong={wrong} />}
          <div className="flex gap-2 max-sm:col-span-2 sm:pt-5">
            <Button type="submit" look="primary">
              <Search aria-hidden className="size-3.5" />
              Filter
            </Button>
            {isNarrowed && (
              <Link
                href={withQuery(path, { sort: query['sort'], limit: query['limit'] })}
                className={buttonClass('quiet')}
              >
                Clear
              </Link>
            )}
          </div>
        </div>
        <MoreFilters fields={fields.filter(({ isMore }) => isMore)} query={query} wrong={wrong} />
      </form>
    </search>
  )
}

type Filled = { query: ListAddress['query']; wrong: Wrong }

function MoreFilters({ fields, query, wrong }: Filled & { fields: readonly FilterField[] }) {
  if (fields.length === 0) return null
  const given = fields.filter(({ name }) => query[name] !== undefined).length
  return (
    <details className="mt-3" open={given > 0}>
      <summary className="w-fit rounded-sm text-xs font-medium text-muted hover:text-ink">
        More filters{given > 0 && ` (${given})`}
      </summary>
      <div className="mt-2 grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap">
        {fields.map((field) => (
          <FilledField key={field.name} field={field} query={query} wrong={wrong} />
        ))}
      </div>
    </details>
  )
}

function FilledField({ field, query, wrong }: Filled & { field: FilterField }) {
  const { name, label } = field
  const error = wrong?.field === name ? wrong.message : null
  return (
    <Field id={`filter-${name}`} label={label} error={error} className={widthOf(field)}>
      <FilterControl field={field} value={query[name] ?? ''} error={error} />
    </Field>
  )
}

function widthOf({ type, mono }: FilterField): string {
  if (type === 'datetime-local') return 'max-sm:col-span-2 sm:w-60'
  return type === 'search' || mono ? 'max-sm:col-span-2 sm:w-56' : 'sm:w-40'
}

function FilterControl({
  field: { name, label, placeholder, type, choices, completes, mono },
  value,
  error,
}: {
  field: FilterField
  value: string
  error: string | null
}) {
  const id = `filter-${name}`
  const described = {
    id,
    name,
    defaultValue: type === 'datetime-local' ? formInstant(value) : value,
    'aria-invalid': error !== null,
    'aria-describedby': error === null ? undefined : errorId(id),
  }
  if (choices) {
    return (
      <Select key={value} {...described}>
        <option value="">Any</option>
        {/* Addresses can say more than the form offers. */}
        {value !== '' && choices.every(([choice]) => choice !== value) && (
          <option value={value}>{value}</option>
        )}
        {choices.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    )
  }
  if (completes) {
    return (
      <CompletionField
        key={value}
        id={id}
        name={name}
        label={label}
        kind={completes}
        defaultValue={value}
        isInvalid={error !== null}
        describedBy={described['aria-describedby']}
      />
    )
  }
  return (
    <Input
      key={value}
      {...described}
      type={type ?? 'text'}
      // A field that shows no seconds refuses a value that has some.
      step={/:\d\d:(?!00)\d\d$/.test(described.defaultValue) ? 1 : undefined}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={mono ? 'font-mono' : undefined}
    />
  )
}

/** An instant in the form that a date-time field takes: in UTC, to the second. */
function formInstant(text: string): string {
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString().slice(0, 19)
}
