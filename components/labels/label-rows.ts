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

function isBegun({ key, value }: LabelRow): boolean {
  return key !== '' || value !== ''
}

/** The labels derived from fields, as far as these are filled in. */
export function derivedLabels(fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]))
}
