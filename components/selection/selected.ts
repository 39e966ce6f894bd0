// Which rows of a list are selected, on whichever of its pages they are.
import { type PlacingKind, isNamedInTeam, kinds } from '#lib/domain/objects/kinds.ts'

/** The parameters by which a list was filtered. */
type Filter = Readonly<Record<string, string>>

export type Selected = {
  /** Null: only what is named is selected. Otherwise all that the filter matches, but what is named. */
  readonly matching: Filter | null
  /** Names as their addresses have them: `store-1`, `ieb/app1`. */
  readonly names: ReadonlySet<string>
}

export const NOTHING: Selected = { matching: null, names: new Set() }

export function isSelected({ matching, names }: Selected, name: string): boolean {
  return names.has(name) !== (matching !== null)
}

/** With these rows selected or not, whatever they were. */
export function selecting(selected: Selected, rows: readonly string[], isOn: boolean): Selected {
  const names = new Set(selected.names)
  for (const row of rows) {
    if (isOn === (selected.matching === null)) names.add(row)
    else names.delete(row)
  }
  return { ...selected, names }
}

/** `total`: of the list with the filter of which everything is selected. */
export function countOf({ matching, names }: Selected, total: number): number {
  return matching === null ? names.size : Math.max(total - names.size, 0)
}

/** The rows from the last that was touched to this one, in either direction. */
export function rangeOf(rows: readonly string[], from: string | null, to: string): string[] {
  const places = [from, to].map((row) => rows.findIndex((each) => each === row))
  if (places.includes(-1)) return [to]
  return rows.slice(Math.min(...places), Math.max(...places) + 1)
}

/** What a list is filtered by, by what orders it left aside; everything that has labels, if by nothing. */
export function filterOf(asked: Filter): Filter {
  const filter = Object.entries(asked).filter(([name]) => name !== 'sort')
  return filter.length === 0 ? { labelSelector: '*' } : Object.fromEntries(filter)
}

/** The part of a bulk edit that says of which objects it is. */
export function targetOf(kind: PlacingKind, { matching, names }: Selected) {
  const objects = [...names].map((name) => namedOf(kind, name))
  const { type } = kinds[kind]
  return matching === null ? { kind: type, objects } : { kind: type, matching, except: objects }
}

function namedOf(kind: PlacingKind, name: string): { namespace?: string; name: string } {
  if (!isNamedInTeam(kind)) return { name }
  const [namespace = '', own = ''] = name.split('/')
  return { namespace, name: own }
}
