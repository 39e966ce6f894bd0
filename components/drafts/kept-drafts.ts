// What was typed in forms and not saved, in this tab: a reload or another page loses none of it. Each visitor of a browser has
// drafts of their own, and signing out forgets them. Secrets are never in a draft.
import type { FormValues } from '#components/object-form/form-spec.ts'

/** What was typed in a form, without its secrets. */
export type Draft = {
  /** When it was typed last, in milliseconds. */
  readonly at: number
  /** What the form began with. */
  readonly base: Partial<FormValues>
  readonly values: Partial<FormValues>
}

const DRAFTS_MAX = 10
/** Larger ones are imports rather than forms. */
const CHARACTERS_MAX = 100_000

const PREFIX = 'berth-drafts '

/** By the form's address, the one that was typed in last at the end. */
type Drafts = readonly (readonly [address: string, Draft])[]

export class KeptDrafts {
  readonly #key: string
  readonly #storage: Storage

  constructor(visitor: string, storage: Storage) {
    this.#key = `${PREFIX}${visitor}`
    this.#storage = storage
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else writes under this key
    return JSON.parse(this.#storage.getItem(this.#key) ?? '[]') as Drafts
  }

  #write(drafts: Drafts): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(drafts))
    } catch {
      // A browser without room keeps what it has: the form itself still holds what was typed.
    }
  }
}

/** For whoever signs out. */
export function forgetDrafts(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
}
