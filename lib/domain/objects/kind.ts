// What describes a kind of object besides its fields. Addresses, sentences, lists and rights are made from it.
import type { FormLayout } from './form.ts'

/** Who owns the objects: the platform; a team; either of them; or each object is a team itself. */
export type Owner = 'platform' | 'team' | 'team-or-platform' | 'itself'

/**
 * The group of the navigation. `fleet`: what is placed, where, and what decides it. `reporting`: how people are told what clusters
 * report. `administration`: what people may do, and what they need for it. Nothing is placed or published because of the latter
 * two, and no object of the fleet refers to them.
 */
type Area = 'fleet' | 'reporting' | 'administration'

export type KindTraits = {
  readonly kind: string
  readonly area: Area
  /** Singular and plural in the ids of operations; the singular is also the `kind` of documents of `/apply`. */
  readonly type: string
  readonly types: string
  /** In sentences: `a target policy`, `target policies`. */
  readonly one: string
  readonly many: string
  /** In sentences of the portal, which knows only one sort of policy. */
  readonly word: string
  readonly words: string
  /** The segment of the API's paths; the names of use cases begin with it. */
  readonly collection: string
  /** The segment of the portal's paths. */
  readonly page: string
  readonly owner: Owner
  /** Whether selectors choose among them by their labels. */
  readonly labelled: boolean
  /** Whether its objects are placed, or decide what is placed where: the size of a fleet is how many of them there are. */
  readonly placing: boolean
  /**
   * So many of them may have one owner, the platform or each team, where all are looked at again and again; absent: as many as
   * anybody likes. No team takes the room of another.
   */
  readonly most?: { readonly platform: number; readonly team?: number }
  /** The fields in a list of them as CSV, in order. */
  readonly columns: readonly string[]
  /** What the portal says above their list, in an empty list, and where a new one is made. */
  readonly about: { readonly list: string; readonly none: string; readonly fresh: string }
  /** An example of a selector of their labels. */
  readonly example?: string
  readonly form: FormLayout
}
