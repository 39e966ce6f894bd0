// The environment that a visitor works in, on the first page and on the lists of clusters and of what is on them. Their addresses say it as any other
// filter, so that nothing is hidden that an address doesn't tell.
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

type Parameter = 'environment' | 'labelSelector'

const NARROWED: Readonly<Record<string, Parameter>> = {
  [pagePaths.overview]: 'environment',
  [pagePaths.clusters]: 'labelSelector',
  [pagePaths.placements]: 'environment',
  [pagePaths.history]: 'environment',
  [pagePaths.matrix]: 'environment',
}

const termOf = (environment: string) => `environment=${environment}`

/** The address of a list in an environment, and of any other page as it is; the empty text: all environments. */
export function scopedPath(address: string, environment: string): string {
  const [path = '', search = ''] = address.split('?')
  return environment === '' ? address : (rescopedPath(path, search, '', environment) ?? address)
}

/** The address of a list in another environment, with its other filters; null: no environment narrows that page. */
export function rescopedPath(
  path: string,
  search: string,
  from: string,
  to: string,
): string | null {
  const parameter = parameterOf(path, search)
  if (parameter === undefined) return null
  const { [parameter]: given = '', ...others } = Object.fromEntries(new URLSearchParams(search))
  // Which page of the rows that were listed so far.
  delete others['page']
  const isOfLabels = parameter === 'labelSelector'
  const narrowed = isOfLabels ? swappedTerm(given, termOf(from), to && termOf(to)) : to
  return withQuery(path, { ...others, [parameter]: narrowed })
}

/** Whether a list is open that shows other environments, too: somebody took the filter away, or came by another address. */
export function isBeyond(path: string, search: string, environment: string): boolean {
  const parameter = parameterOf(path, search)
  if (parameter === undefined || environment === '') return false
  const given = new URLSearchParams(search).get(parameter) ?? ''
  if (parameter === 'environment') return given !== environment
  return !given.split(',').includes(termOf(environment))
}

/** A selector with another term in the place of one, if it has that. */
function swappedTerm(selector: string, from: string, to: string): string {
  const others = selector.split(',').filter((term) => term !== from)
  return [to, ...others].filter((term) => term !== '').join(',')
}

/** Undefined: no environment narrows the page, as none does what auditors review. */
function parameterOf(path: string, search: string): Parameter | undefined {
  const screen = withQuery(path, { screen: new URLSearchParams(search).get('screen') })
  return screen === pagePaths.review ? undefined : NARROWED[path]
}
