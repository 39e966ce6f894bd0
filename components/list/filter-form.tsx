import { Search } from 'lucide-react'
import { type ComponentProps, Fragment } from 'react'
import { AddressForm } from '#components/navigation/address-form.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { errorId, Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { type ListAddress, VIEW, withQuery } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { CompletionField } from './completion-field.tsx'
import { FOLDED } from './folded.ts'
import { InstantField } from './instant-field.tsx'
import { UsualRanges } from './usual-ranges.tsx'

export type FilterField = {
  readonly name: string
  readonly label: string
  readonly placeholder?: string
  /** `end`: of a range, for which a day means its end. */
  readonly type?: 'search' | 'instant' | 'end'
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
const KEPT = ['sort', 'limit', 'group', 'columns', VIEW]

/** Beside a range, few ask for another time, too. */
function atFieldAmong(fields: readonly FilterField[]): FilterField {
  const isMore = fields.some(({ type }) => type === 'end')
  return { name: 'at', label: 'As of', type: 'instant', isMore }
}

/** Filters a list through its address, without scripts, too. */
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
  const all = isOfNow ? fields : [...fields, atFieldAmong(fields)]
  const isNarrowed = Object.keys(query).some((name) => !KEPT.includes(name))
  return (
    <search aria-label="Filter" className={FOLDED}>
      <AddressForm action={path} className="border-b p-3">
        {KEPT.map((name) =>
          query[name] === undefined ? null : (
            <input key={name} type="hidden" name={name} value={query[name]} />
          ),
        )}
        <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap">
          {all
            .filter(({ isMore }) => !isMore)
            .map((field) => (
              <Fragment key={field.name}>
                <FilledField field={field} query={query} wrong={wrong} />
                {field.type === 'end' && (
                  <div className="max-sm:col-span-2 sm:pt-5">
                    <UsualRanges address={address} />
                  </div>
                )}
              </Fragment>
            ))}
          <div className="flex gap-2 max-sm:col-span-2 sm:pt-5">
            <Button type="submit" look="primary">
              <Search aria-hidden className="size-3.5" />
              Filter
            </Button>
            {isNarrowed && (
              <Link href={clearedHref(address)} className={buttonClass('quiet')}>
                Clear
              </Link>
            )}
          </div>
          <MoreFilters fields={all.filter(({ isMore }) => isMore)} query={query} wrong={wrong} />
        </div>
      </AddressForm>
    </search>
  )
}

/** The same list without filters and groups. */
function clearedHref({ path, query: { sort, limit, columns } }: ListAddress): string {
  return withQuery(path, { sort, limit, columns })
}

type Filled = { query: ListAddress['query']; wrong: Wrong }

function MoreFilters({ fields, query, wrong }: Filled & { fields: readonly FilterField[] }) {
  if (fields.length === 0) return null
  const given = fields.filter(({ name }) => query[name] !== undefined).length
  return (
    <details className="col-span-2 sm:pt-5 sm:open:w-full sm:open:pt-0" open={given > 0}>
      <summary className="w-fit rounded-sm text-xs leading-8 font-medium text-muted hover:text-ink">
        {`More filters (${given > 0 ? `${given} of ` : ''}${fields.length})`}
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
  if (type === 'instant' || type === 'end') return 'max-sm:col-span-2 sm:w-60'
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
  const isInvalid = error !== null
  const describedBy = isInvalid ? errorId(id) : undefined
  const described = { id, name, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }
  if (choices) return <ChoiceSelect key={value} {...described} value={value} choices={choices} />
  const shared = { id, name, label, isInvalid, describedBy }
  if (completes) {
    return <CompletionField key={value} {...shared} kind={completes} defaultValue={value} />
  }
  if (type === 'instant' || type === 'end') {
    return <InstantField key={value} {...shared} value={value} isEnd={type === 'end'} />
  }
  return (
    <Input
      key={value}
      {...described}
      defaultValue={value}
      type={type ?? 'text'}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={mono ? 'font-mono' : undefined}
    />
  )
}

function ChoiceSelect({
  value,
  choices,
  ...described
}: ComponentProps<'select'> & {
  value: string
  choices: NonNullable<FilterField['choices']>
}) {
  return (
    <Select {...described} defaultValue={value}>
      <option value="">Any</option>
      {/* Addresses can say more than the form offers. */}
      {value !== '' && choices.every(([choice]) => choice !== value) && (
        <option value={value}>{value}</option>
      )}
      {choices.map(([choice, word]) => (
        <option key={choice} value={choice}>
          {word}
        </option>
      ))}
    </Select>
  )
}
