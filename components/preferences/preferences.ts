// What visitors choose for themselves about the portal's manner. Each choice is in a cookie, so that the server draws a page
// with it at once, and nothing moves when scripts arrive.

/** The first of each is what holds before somebody chooses. */
const CHOICES = {
  /** How high the rows of tables are. */
  rows: ['normal', 'compact'],
  sidebar: ['open', 'folded'],
  /** Whether single keys do anything. */
  keys: ['on', 'off'],
  /** Whether a diff is in one column or in two. */
  diff: ['unified', 'split'],
} as const

export type PreferenceName = keyof typeof CHOICES
export type Preferences = { readonly [N in PreferenceName]: (typeof CHOICES)[N][number] }

const cookieOf = (name: PreferenceName) => `berth-${name}`

export function preferencesOf(read: (cookie: string) => string | undefined): Preferences {
  const chosen = Object.entries(CHOICES).map(([name, choices]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the entries are named
    const given = read(cookieOf(name as PreferenceName))
    return [name, choices.find((choice) => choice === given) ?? choices[0]]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is one of its choices
  return Object.fromEntries(chosen) as Preferences
}

const YEAR_S = 31_536_000

/** The cookie that keeps a choice for a year, as `document.cookie` takes it. */
export function keptChoice(name: PreferenceName, choice: string): string {
  return `${cookieOf(name)}=${choice}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
}
