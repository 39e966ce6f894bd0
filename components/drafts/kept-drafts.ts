// What was typed in forms and not saved, in this tab: a reload or another page loses none of it. Each visitor of a browser has
// drafts of their own, and signing out forgets them in every tab. Secrets are never in a draft.

/** What was typed in a form, by its fields, without its secrets. */
export type Draft = {
  /** When it was typed last, in milliseconds. */
  readonly at: number
  /** What the form opened with. */
  readonly opened: Readonly<Record<string, unknown>>
  readonly values: Readonly<Record<string, unknown>>
}

/** What a tab keeps for itself, and what all tabs of the browser share. */
export type Stores = { readonly tab: Storage; readonly browser: Storage }

const DRAFTS_MAX = 10
/** Larger ones are imports rather than forms. */
const CHARACTERS_MAX = 100_000

const PREFIX = 'berth-drafts '
/** Under which the tabs share when somebody signed out last. */
export const SIGNED_OUT = 'berth-signed-out'

/** By the form's address, the one that was typed in last at the end. */
type Drafts = readonly (readonly [address: string, Draft])[]

export class KeptDrafts {
  readonly #key: string
  readonly #stores: Stores

  constructor(visitor: string, stores: Stores) {
    this.#key = `${PREFIX}${visitor}`
    this.#stores = stores
  }

  /** Null: nothing is kept of the form. */
  find(address: string): Draft | null {
    return this.#read().find(([each]) => each === address)?.[1] ?? null
  }

  keep(address: string, draft: Draft): void {
    const isSmall = JSON.stringify(draft).length <= CHARACTERS_MAX
    const added: Drafts = isSmall ? [[address, draft]] : []
    this.#write([...this.#without(address), ...added].slice(-DRAFTS_MAX))
  }

  drop(address: string): void {
    this.#write(this.#without(address))
  }

  #without(address: string): Drafts {
    return this.#read().filter(([each]) => each !== address)
  }

  #read(): Drafts {
    return draftsIn(this.#stores, this.#key)
  }

  #write(drafts: Drafts): void {
    writeDrafts(this.#stores, this.#key, drafts)
  }
}

/** For whoever signs out: this tab forgets all drafts, and every other one what was typed there before. */
export function forgetDrafts(stores: Stores, now: number): void {
  stores.browser.setItem(SIGNED_OUT, String(now))
  forgetOldDrafts(stores)
}

/** Forgets what was typed in this tab before somebody signed out in any. */
export function forgetOldDrafts(stores: Stores): void {
  for (const key of Object.keys(stores.tab)) {
    if (key.startsWith(PREFIX)) writeDrafts(stores, key, draftsIn(stores, key))
  }
}

function draftsIn({ tab, browser }: Stores, key: string): Drafts {
  const signedOutAt = Number(browser.getItem(SIGNED_OUT) ?? 0)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else writes under this key
  const drafts = JSON.parse(tab.getItem(key) ?? '[]') as Drafts
  return drafts.filter(([, { at }]) => at > signedOutAt)
}

function writeDrafts({ tab }: Stores, key: string, drafts: Drafts): void {
  try {
    if (drafts.length === 0) tab.removeItem(key)
    else tab.setItem(key, JSON.stringify(drafts))
  } catch {
    // A browser without room keeps what it has: the form itself still holds what was typed.
  }
}
