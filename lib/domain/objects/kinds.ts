// The kinds of object, and questions about them.
import type { KindTraits, Owner } from './kind.ts'
import { kindList } from './kind-list.ts'

type KindList = typeof kindList
export type Kind = keyof KindList

export type WordsOf<K extends Kind> = KindList[K]['words']

export const kinds: {
  readonly [K in Kind]: KindTraits & { readonly kind: K; readonly words: WordsOf<K> }
} = kindList
export const KINDS: readonly Kind[] = Object.values(kinds).map(({ kind }) => kind)

/** A value for each kind. */
export function byKind<T>(make: (kind: Kind) => T): Record<Kind, T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kinds are these
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>
}

/** The kinds whose objects have such an owner. */
export type KindOwned<O extends Owner> = {
  [K in Kind]: KindList[K]['owner'] extends O ? K : never
}[Kind]

/** The kinds of what is placed, and of what decides it. */
export type PlacingKind = {
  [K in Kind]: KindList[K]['placing'] extends true ? K : never
}[Kind]

/** The kinds whose labels selectors see. */
export type LabelledKind = {
  [K in Kind]: KindList[K]['labelled'] extends true ? K : never
}[Kind]

export function isKind(word: string): word is Kind {
  return Object.hasOwn(kinds, word)
}

export function isLabelled(kind: Kind): kind is LabelledKind {
  return kinds[kind].labelled
}

export const LABELLED_KINDS: readonly LabelledKind[] = KINDS.filter(isLabelled)

/** A value for each labelled kind, under its plural. */
export function byLabelledKind<T>(
  make: (kind: LabelledKind) => T,
): Readonly<Record<WordsOf<LabelledKind>, T>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the words are of these kinds
  return Object.fromEntries(
    LABELLED_KINDS.map((kind) => [kinds[kind].words, make(kind)]),
  ) as Record<WordsOf<LabelledKind>, T>
}

export function isOwned<O extends Owner>(kind: Kind, owner: O): kind is KindOwned<O> {
  return kinds[kind].owner === owner
}

export const PLACING_KINDS: readonly PlacingKind[] = KINDS.filter(
  (kind): kind is PlacingKind => kinds[kind].placing,
)

/** The kinds whose objects teams own or may own. */
export const TEAM_KINDS: readonly Kind[] = KINDS.filter(
  (kind) => isOwned(kind, 'team') || isOwned(kind, 'team-or-platform'),
)

/** Whether names are unique only within a team, so that a ref needs the team, too. */
export function isNamedInTeam(kind: Kind): boolean {
  return isOwned(kind, 'team')
}

/** Whether objects of a kind have placements: their own, or those of what they own. */
export function isPlaced(kind: Kind): boolean {
  return kind === 'application' || kind === 'cluster' || kind === 'team'
}
