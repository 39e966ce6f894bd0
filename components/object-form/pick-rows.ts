// How a policy picks clusters, as a form holds it: how many, over which label they are spread, and a row for each preference.
import type { FieldReasons } from '#components/api.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { reasonsOfRow } from './sent-rows.ts'
import { typedNumber } from './typed-number.ts'

export type PickJson = NonNullable<JsonOfKind<'target-policy'>['pick']>

export type TypedPick = {
  /** A number, or percents. */
  readonly count: string
  /** Empty: they aren't spread. */
  readonly spreadBy: string
  readonly prefer: readonly PreferenceRow[]
}

export type PreferenceRow = {
  readonly by: 'label' | 'score'
  /** The key of the label, or the score's name. */
  readonly name: string
  /** Of the label, the most wanted first. */
  readonly values: readonly string[]
  /** The text in the field for the next value, which already counts as one. */
  readonly typed: string
}

export const NEW_PICK: TypedPick = { count: '', spreadBy: '', prefer: [] }

export const EMPTY_PREFERENCE: PreferenceRow = { by: 'label', name: '', values: [], typed: '' }

export function typedPick({ count, spread_by = '', prefer = [] }: PickJson): TypedPick {
  return { count: String(count), spreadBy: spread_by, prefer: prefer.map(rowOf) }
}

function rowOf(preference: NonNullable<PickJson['prefer']>[number]): PreferenceRow {
  return 'score' in preference
    ? { ...EMPTY_PREFERENCE, by: 'score', name: preference.score }
    : { ...EMPTY_PREFERENCE, name: preference.label, values: preference.values }
}

export function sentPick({ count, spreadBy, prefer }: TypedPick): PickJson {
  const preferences = sentPreferences(prefer)
  return {
    count: typedNumber(count),
    ...(spreadBy !== '' && { spread_by: spreadBy }),
    ...(preferences.length > 0 && { prefer: preferences }),
  }
}

/** Empty rows aren't sent. */
function sentPreferences(rows: readonly PreferenceRow[]): NonNullable<PickJson['prefer']> {
  return rows
    .filter((row) => !isEmpty(row))
    .map((row) =>
      row.by === 'score' ? { score: row.name } : { label: row.name, values: valuesOf(row) },
    )
}

const COUNT_LACKS = 'Say how many, as 3 or 20%.'

/** What lacks before it can be sent; null: nothing. */
export function pickProblem({ count, prefer }: TypedPick): string | null {
  if (count.trim() === '') return COUNT_LACKS
  return preferencesProblem(prefer)
}

function preferencesProblem(rows: readonly PreferenceRow[]): string | null {
  const [lacked = null] = rows.flatMap((row, index) =>
    Object.values(lackedBy(row))
      .flat()
      .map((flaw) => `Preference ${index + 1}: ${flaw}`),
  )
  return lacked
}

/** The reasons of each part of a pick, which is sent as `field`, once people are told of any. */
export function reasonsOfPick(pick: TypedPick, field: string, reasons: FieldReasons) {
  const isTold = Object.keys(reasons).length > 0
  const at = (path: string) => reasons[`${field}.${path}`] ?? []
  const problem = pickProblem(pick)
  return {
    // What lacks is said where it does.
    all: (reasons[field] ?? []).filter((reason) => reason !== problem),
    count: isTold && problem === COUNT_LACKS ? [COUNT_LACKS] : at('count'),
    spreadBy: at('spread_by'),
    prefer: at('prefer'),
    preferences: pick.prefer.map((row, index) => ({
      ...reasonsOfRow(
        { field: `${field}.prefer`, rows: pick.prefer, sent: sentPreferences },
        index,
        reasons,
      ),
      ...(isTold && lackedBy(row)),
    })),
  }
}

function lackedBy(row: PreferenceRow): Readonly<Record<string, string[]>> {
  if (isEmpty(row)) return {}
  if (row.by === 'score') return row.name === '' ? { score: ['Say which score.'] } : {}
  return {
    ...(row.name === '' && { label: ['Say which label.'] }),
    ...(valuesOf(row).length === 0 && { values: ['Say which value comes first.'] }),
  }
}

function valuesOf({ values, typed }: PreferenceRow): readonly string[] {
  const more = typed.trim()
  return more === '' || values.includes(more) ? values : [...values, more]
}

function isEmpty({ name, values, typed }: PreferenceRow): boolean {
  return name === '' && values.length === 0 && typed.trim() === ''
}
