// The single keys of the portal, for its listener and for the sheet that lists them.
import { listPath, pagePaths } from '#lib/schemas/paths.ts'

/** After `g`. */
export const PLACES_BY_KEY: Readonly<
  Record<string, { readonly href: string; readonly label: string }>
> = {
  o: { href: pagePaths.overview, label: 'Overview' },
  a: { href: pagePaths.applications, label: 'Applications' },
  c: { href: pagePaths.clusters, label: 'Clusters' },
  p: { href: pagePaths.policies, label: 'Policies' },
  m: { href: pagePaths.matrix, label: 'Matrix' },
  w: { href: pagePaths.placements, label: 'Placements' },
  e: { href: pagePaths.changes, label: 'Changes' },
  h: { href: pagePaths.history, label: 'History' },
  t: { href: pagePaths.teams, label: 'Teams' },
  l: { href: pagePaths.alerts, label: 'Alerts' },
  r: { href: listPath('saved-report'), label: 'Reports' },
  u: { href: pagePaths.audit, label: 'Audit' },
  s: { href: pagePaths.settings, label: 'Settings' },
}

/** What else there is, as the sheet says it. */
export const OTHER_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'Search in the list'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
  ['X', 'Select the rows up to this one'],
  ['b', 'What can be done with the selected rows'],
  ['[', 'Previous page of the list, or previous object'],
  [']', 'Next page of the list, or next object'],
  ['e', 'Edit what the page shows'],
  ['?', 'This sheet'],
]
