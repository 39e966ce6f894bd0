// An application's targets as a form holds them: a row for each.
import type { FieldReasons } from '#components/api.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { reasonsOfRow } from './sent-rows.ts'

export type TargetsJson = JsonOfKind<'application'>['targets']
export type TargetRow = TargetsJson[number]

export const EMPTY_TARGET: TargetRow = { name: '', environment: '', repo_path: '' }

/** What each of its fields lacks while it is empty. */
const LACKED: TargetRow = {
  name: 'Say its name.',
  environment: 'Say in which environment.',
  repo_path: 'Say which directory; . is the root.',
}

/** What is sent: empty rows aren't. */
export function targetsOfRows(rows: readonly TargetRow[]): readonly TargetRow[] {
  return rows.filter((row) => !isEmpty(row))
}

/** What the rows lack before they can be sent; null: nothing. */
export function targetsProblem(rows: readonly TargetRow[]): string | null {
  const lacked = rows.flatMap((row, index) =>
    isEmpty(row)
      ? []
      : Object.values(lackedBy(row))
          .flat()
          .map((flaw) => `Target ${index + 1}: ${flaw}`),
  )
  return lacked[0] ?? null
}

/** The reasons of one row, by its fields, once people are told of any. */
export function reasonsOfTarget(
  rows: readonly TargetRow[],
  index: number,
  reasons: FieldReasons,
): FieldReasons {
  const row = rows[index]!
  if (isEmpty(row) || Object.keys(reasons).length === 0) return {}
  return {
    ...reasonsOfRow({ field: 'targets', rows, sent: targetsOfRows }, index, reasons),
    ...lackedBy(row),
  }
}

function lackedBy(row: TargetRow): FieldReasons {
  const fields = ['name', 'environment', 'repo_path'] as const
  return Object.fromEntries(
    fields.flatMap((field) => (row[field] === '' ? [[field, [LACKED[field]]]] : [])),
  )
}

function isEmpty({ name, environment, repo_path }: TargetRow): boolean {
  return name === '' && environment === '' && repo_path === ''
}
