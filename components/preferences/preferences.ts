// What visitors choose for themselves about the portal's manner. Each choice is in a cookie, so that the server draws a page
// with it at once, and nothing moves when scripts arrive.
import { labelValueIssues } from '#lib/domain/labels/labels.ts'
import { isTimeZone } from '#lib/domain/observed/time-zone.ts'

/** The first of each is what holds before somebody chooses. */
const CHOICES = {
  /** How high the rows of tables are. */
  rows: ['normal', 'compact'],
  sidebar: ['open', 'folded'],
  /** Whether single keys do anything. */
  keys: ['on', 'off'],
  /** Whether a diff is in one column or in two. */
  diff: ['unified', 'split'],
  /** Whether an admin sees the steps of setting up a tenant. */
  guide: ['shown', 'hidden'],
} as const

type Choices = { readonly [N in keyof typeof CHOICES]: (typeof CHOICES)[N][number] }

export type Preferences = Choices & {
  /** By whose clocks times are shown: a time zone by its name of the IANA. */
  readonly zone: string
  /** The environment whose clusters the navigation leads to; the empty text: those of all. */
  readonly environment: string
}
export type PreferenceName = keyof Preferences

export const USUAL_ZONE = 'UTC'

const cookieOf = (name: PreferenceName) => `berth-${name}`

export function preferencesOf(read: (cookie: string) => string | undefined): Preferences {
  const chosen = Object.entries(CHOICES).map(([name, choices]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the entries are named
    const given = read(cookieOf(name as PreferenceName))
    return [name, choices.find((choice) => choice === given) ?? choices[0]]
  })
  const zone = read(cookieOf('zone')) ?? USUAL_ZONE
  const environment = read(cookieOf('environment')) ?? ''
  const isValue = labelValueIssues(environment, [], 'label_value').length === 0
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is one of its choices
    ...(Object.fromEntries(chosen) as Choices),
    zone: isTimeZone(zone) ? zone : USUAL_ZONE,
    environment: isValue ? environment : '',
  }
}

const YEAR_S = 31_536_000

/** The cookie that keeps a choice for a year, as `document.cookie` takes it. */
export function keptChoice(name: PreferenceName, choice: string): string {
  return `${cookieOf(name)}=${choice}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
}
