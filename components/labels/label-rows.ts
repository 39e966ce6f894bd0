// Labels, or any string-to-string map, as the rows of a form: while they are edited, a key may be missing or repeated.

export type LabelRow = { readonly key: string; readonly value: string }

export function rowsOfMap(map: Readonly<Record<string, string>>): LabelRow[] {
  return Object.entries(map).map(([key, value]) => ({ key, value }))
}

export function mapOfRows(rows: readonly LabelRow[]): Record<string, string> {
  return Object.fromEntries(rows.filter(isBegun).map(({ key, value }) => [key, value]))
}

/** Why rows don't form a map yet; null: they do. An empty row is ignored. */
export function rowsProblem(rows: readonly LabelRow[]): string | null {
  const keys = rows.filter(isBegun).map(({ key }) => key)
  if (keys.includes('')) return 'Each value needs a key.'
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  return twice === undefined ? null : `${twice} stands here twice.`
}

/** The rows after a merge patch of their labels: null takes one away. */
export function patchedRows(
  rows: readonly LabelRow[],
  patch: Readonly<Record<string, string | null>>,
): LabelRow[] {
  const kept = rows.filter((row) => isBegun(row) && !Object.hasOwn(patch, row.key))
  const added = Object.entries(patch).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value }],
  )
  return [...kept, ...added]
}

function isBegun({ key, value }: LabelRow): boolean {
  return key !== '' || value !== ''
}

/** The labels derived from fields, as far as these are filled in. */
export function derivedLabels(fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]))
}
