// What an application needs, as a form holds it: a text with a line for each application that is needed. Rows are another way
// to write it.
import type { FieldReasons } from '#components/api.ts'
import { environmentOfPlace, placeText } from '#lib/domain/objects/application/dependency-place.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'

export type DependenciesJson = JsonOfKind<'application'>['depends_on']

export type DependencyRow = {
  /** As `team/name`. */
  readonly application: string
  /** The environment where it must have come; null: the cluster itself. */
  readonly environment: string | null
  /** The name of a version; empty: any. */
  readonly minVersion: string
  readonly healthy: boolean
}

/** The text, and why it doesn't say yet what the person means. */
export type TypedDependencies = { readonly text: string; readonly unfinished: string | null }

export const NO_DEPENDENCIES: TypedDependencies = { text: '', unfinished: null }

export const EMPTY_DEPENDENCY: DependencyRow = {
  application: '',
  environment: null,
  minVersion: '',
  healthy: true,
}

/** The rows of a text; null when it can't be shown as rows. */
export function rowsOfText(text: string): readonly DependencyRow[] | null {
  const rows = linesWithText(text).map(rowOfLine)
  return rows.every((row) => typeof row !== 'string') ? rows : null
}

/** Why a text says nothing that can be sent; null: it does. */
export function dependenciesProblem(text: string): string | null {
  const flaws = linesWithText(text).map((line) => {
    const row = rowOfLine(line)
    return typeof row === 'string' ? row : rowFlaw(row)
  })
  const first = flaws.findIndex((flaw) => flaw !== null)
  return first === -1 ? null : `Line ${first + 1}: ${flaws[first]}`
}

/** The text of rows. It leaves out empty rows and those that can't be sent yet, and says what is wrong with the first. */
export function textOfRows(rows: readonly DependencyRow[]): TypedDependencies {
  const begun = rows.filter((row) => !isEmpty(row))
  return {
    text: begun
      .filter((row) => rowFlaw(row) === null)
      .map(lineOfRow)
      .join('\n'),
    unfinished: begun.map(rowFlaw).find((flaw) => flaw !== null) ?? null,
  }
}

/** What is wrong with a row, by its fields. */
export type RowReasons = {
  readonly application: readonly string[]
  readonly place: readonly string[]
  readonly minVersion: readonly string[]
}

/** Of the reasons of what is sent, which counts without the rows that can't be sent yet: those of one row. */
export function reasonsOfRow(
  rows: readonly DependencyRow[],
  index: number,
  id: string,
  reasons: FieldReasons,
): RowReasons {
  const row = rows[index]!
  const isTold = Object.keys(reasons).length > 0
  if (isEmpty(row) || rowFlaw(row) !== null) {
    const shown = (flaw: string | null) => (flaw !== null && isTold ? [flaw] : [])
    const application = isEmpty(row) ? [] : shown(nameFlaw(row))
    return { application, place: shown(placeFlaw(row)), minVersion: [] }
  }
  const place = rows.slice(0, index).filter((each) => !isEmpty(each) && !rowFlaw(each)).length
  const path = `${id}.${place}`
  const {
    [`${path}.on`]: ofPlace = [],
    [`${path}.min_version`]: ofVersion = [],
    ...others
  } = reasons
  const application = Object.entries(others).flatMap(([each, said]) =>
    each === path || each.startsWith(`${path}.`) ? said : [],
  )
  return { application, place: ofPlace, minVersion: ofVersion }
}

export function textOfDependencies(json: DependenciesJson): string {
  return json.map((each) => lineOfRow(rowOfJson(each))).join('\n')
}

/** What is sent; lines that say nothing stay texts, which the API refuses with the reason. */
export function dependenciesOfText(text: string): readonly unknown[] {
  return linesWithText(text).map((line) => {
    const row = rowOfLine(line)
    return typeof row === 'string' ? line : jsonOfRow(row)
  })
}

function rowOfJson({ namespace, application, on, min_version, healthy }: DependenciesJson[number]) {
  return {
    application: `${namespace}/${application}`,
    environment: environmentOfPlace(on) ?? null,
    minVersion: min_version ?? '',
    healthy,
  }
}

function jsonOfRow({ application, environment, minVersion, healthy }: DependencyRow): unknown {
  const slash = application.indexOf('/')
  return {
    namespace: application.slice(0, Math.max(slash, 0)),
    application: application.slice(slash + 1),
    on: placeText(environment),
    ...(minVersion !== '' && { min_version: minVersion }),
    healthy,
  }
}

/** `platform/cert-manager` alone is what most need; what differs from it follows, by its name in the API. */
function lineOfRow({ application, environment, minVersion, healthy }: DependencyRow): string {
  return [
    application,
    ...(minVersion === '' ? [] : [`min_version=${minVersion}`]),
    ...(environment === null ? [] : [`on=${placeText(environment)}`]),
    ...(healthy ? [] : ['healthy=false']),
  ].join(' ')
}

function rowOfLine(line: string): DependencyRow | string {
  const [application = '', ...words] = line.split(/\s+/)
  let row: DependencyRow = { ...EMPTY_DEPENDENCY, application }
  for (const word of words) {
    const equals = word.indexOf('=')
    const told = toldBy(word.slice(0, Math.max(equals, 0)), word.slice(equals + 1))
    if (told === null) {
      return `${word} isn’t min_version=NAME, on=cluster, on=environment:NAME or healthy=false.`
    }
    row = { ...row, ...told }
  }
  return row
}

function toldBy(name: string, value: string): Partial<DependencyRow> | null {
  if (name === 'min_version') return { minVersion: value }
  const environment = name === 'on' ? environmentOfPlace(value) : undefined
  if (environment !== undefined) return { environment }
  if (name === 'healthy' && (value === 'true' || value === 'false')) {
    return { healthy: value === 'true' }
  }
  return null
}

function linesWithText(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Why a row can’t be sent yet; null: it can. */
function rowFlaw(row: DependencyRow): string | null {
  return nameFlaw(row) ?? placeFlaw(row)
}

function nameFlaw({ application }: DependencyRow): string | null {
  const isNamed = /^[^/\s]+\/[^/\s]+$/.test(application)
  return isNamed ? null : 'Name the application as team/application.'
}

function placeFlaw({ application, environment }: DependencyRow): string | null {
  if (environment !== '') return null
  return `Say in which environment ${application || 'it'} must be.`
}

function isEmpty({ application, environment, minVersion }: DependencyRow): boolean {
  return application === '' && environment === null && minVersion === ''
}
