import type { FieldReasons } from '#components/api.ts'

type Rows<Row> = {
  readonly field: string
  readonly rows: readonly Row[]
  /** Those of some rows that are sent: the API counts without the others. */
  readonly sent: (rows: readonly Row[]) => readonly unknown[]
}

/** Of the reasons of a field: those of one of its rows, by their paths within the row; of the row as a whole by `''`. */
export function reasonsOfRow<Row>(
  { field, rows, sent }: Rows<Row>,
  index: number,
  reasons: FieldReasons,
): FieldReasons {
  if (sent(rows.slice(index, index + 1)).length === 0) return {}
  const path = `${field}.${sent(rows.slice(0, index)).length}`
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([each, said]) => {
      if (each === path) return [['', said]]
      return each.startsWith(`${path}.`) ? [[each.slice(path.length + 1), said]] : []
    }),
  )
}
