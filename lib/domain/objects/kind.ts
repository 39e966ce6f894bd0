// What is said of a kind of object besides its fields: addresses, sentences, lists and rights follow from it.
import type { FormLayout } from './form.ts'

/** Whose objects are: all the platform's; a team's; a team's or the platform's; or each is a team. */
export type Owner = 'platform' | 'team' | 'team-or-platform' | 'itself'

export type KindTraits = {
  readonly kind: string
  /** Of one and of several, in the ids of operations; of one as the `kind` of documents of `/apply`, too. */
  readonly type: string
  readonly types: string
  /** In sentences: `a target policy`, `target policies`. */
  readonly one: string
  readonly many: string
  /** In sentences of the portal, where there is no other policy. */
  readonly word: string
  readonly words: string
  /** Where the API has them; use cases begin with it. */
  readonly collection: string
  /** Where the portal has them. */
  readonly page: string
  readonly owner: Owner
  /** Whether selectors choose among them. */
  readonly labelled: boolean
  /** The fields that a list of them has as CSV, in order. */
  readonly columns: readonly string[]
  /** What the portal says of them: on their list, where there is none yet, and where one is made. */
  readonly about: { readonly list: string; readonly none: string; readonly fresh: string }
  /** A selector of their labels, for whoever has seen none. */
  readonly example?: string
  readonly form: FormLayout
}
