// What a word of a cluster changes of what is known of it. Nothing older overwrites anything newer, and a word that says
// nothing new changes nothing.
import {
  hasComparisonError,
  judgePlaced,
  judgeUnwanted,
  type Judgement,
  type Since,
  type Wanted,
} from './judge.ts'
import type { ReportedItem, SyncEntry } from './reported.ts'
import type { State } from './states.ts'
import { isNewer, type WordOrder } from './word.ts'

/** However often a placement changes, its history gets one entry in so many milliseconds. */
const HISTORY_EVERY_MS = 60_000

/** What is known of one of our applications on a cluster. Applications are named by their numbers. */
export type KnownPair = {
  readonly state: State
  readonly later: Judgement['later']
  /** Since when it is in this state at this revision. */
  readonly stateSince: Date
  /** The commit that it was last compared with; while its source can't be read, the one that was applied last. */
  readonly revision: string | null
  /** Of what the cluster said last of it; null: that it isn't there. */
  readonly digest: string | null
  /** The newest word that changed something here. A later one about the whole cluster may have said the same again. */
  readonly word: WordOrder
  readonly since: Since
  /** The newest sync in the history of syncs. */
  readonly syncedAt: Date | null
  /** What the history of states ends with. */
  readonly written: Written
}

type Written = {
  /** Null: it isn't there, and nothing is wanted. */
  readonly state: State | null
  readonly revision: string | null
  /** Of the word with which it was written, which can be later than since when it was so. */
  readonly at: Date
}

/** An entry of the history of states: what a pair became, and what it was before; null: nothing was known of it. */
export type Turn = {
  readonly application: number
  readonly state: Written['state']
  readonly revision: Written['revision']
  /** Since when. */
  readonly at: Date
  readonly before: Written | null
}

type DigestedItem = { readonly item: ReportedItem; readonly digest: string }

export type Word = {
  readonly order: WordOrder
  /** When it was said, by our clock. */
  readonly at: Date
  /** Whether what it doesn't name isn't there. */
  readonly isComplete: boolean
  /** Ours alone. */
  readonly items: ReadonlyMap<number, DigestedItem>
}

export type Known = {
  /** The newest word about the whole cluster; null: there was none. */
  readonly complete: WordOrder | null
  readonly pairs: ReadonlyMap<number, KnownPair>
  readonly placed: ReadonlyMap<number, Wanted & { readonly isPulled: boolean }>
  /** Those that aren't placed any more, as their cluster knows by what it pulled. */
  readonly ended: ReadonlySet<number>
}

export type Taken = {
  /** Whether this is now the newest word about the whole cluster. */
  readonly isNewest: boolean
  /**
   * Whether the next word about the whole cluster has to be looked at even if it names the same items as the last one: parts
   * were heard since, or something changes with time alone. A word that told nothing new leaves this as it was.
   */
  readonly isUnsettled: boolean
  /** What is known otherwise now; null: nothing is any more, it is neither there nor wanted. */
  readonly pairs: ReadonlyMap<number, KnownPair | null>
  readonly turns: readonly Turn[]
  readonly syncs: readonly { readonly application: number; readonly entry: SyncEntry }[]
}

/** Takes in a word about a cluster. One that is older than what is known fills the history of syncs, and no more. */
export function takeIn(word: Word, known: Known): Taken {
  const pairs = new Map<number, KnownPair | null>()
  const turns: Turn[] = []
  const syncs: { application: number; entry: SyncEntry }[] = []
  let isAllSettled = true
  for (const application of mentioned(word, known)) {
    const before = known.pairs.get(application) ?? null
    const told = word.items.get(application) ?? null
    const isNews = isNewerThanKnown(word.order, known.complete, before)
    for (const entry of newSyncs(told, before, isNews)) syncs.push({ application, entry })
    if (!isNews) {
      isAllSettled = false
      continue
    }
    const { after, turn } = step(application, word, known, before)
    if (turn) turns.push(turn)
    if (after !== null && isUnsettled(after)) isAllSettled = false
    if (!word.isComplete || !saysTheSame(before, after)) pairs.set(application, after)
  }
  const isNewest =
    word.isComplete && (known.complete === null || isNewer(word.order, known.complete))
  return { isNewest, isUnsettled: isNewest ? !isAllSettled : pairs.size > 0, pairs, turns, syncs }
}

function step(application: number, word: Word, known: Known, before: KnownPair | null) {
  const judged = pairAfter(word, known, application, before)
  const turn = turnOf(application, word, before, judged)
  return { turn, after: judged && turn ? { ...judged, written: writtenBy(turn, word) } : judged }
}

/** Whether the next word has to be looked at even if it says the same: something changes or is written with time alone. */
export function isUnsettled({ state, revision, later, written }: KnownPair): boolean {
  return later !== null || state !== written.state || revision !== written.revision
}

function mentioned(word: Word, known: Known): Iterable<number> {
  if (!word.isComplete) return word.items.keys()
  return new Set([...word.items.keys(), ...known.pairs.keys(), ...known.placed.keys()])
}

function isNewerThanKnown(word: WordOrder, complete: WordOrder | null, pair: KnownPair | null) {
  return (
    (complete === null || isNewer(word, complete)) && (pair === null || isNewer(word, pair.word))
  )
}

/**
 * What may be new in the history of syncs: of a new word what comes after the newest that is known, of a late one all. What is
 * told again is the same.
 */
function newSyncs(told: DigestedItem | null, before: KnownPair | null, isNews: boolean) {
  if (told === null || told.digest === before?.digest) return []
  const { history } = told.item
  const known = isNews ? before?.syncedAt?.getTime() : undefined
  // By place, not by time: the cluster's clock may have been set back.
  return history.slice(
    history.findLastIndex(({ deployedAt }) => deployedAt.getTime() === known) + 1,
  )
}

// oxlint-disable-next-line eslint/complexity -- it is one table of cases
function pairAfter(
  word: Word,
  { placed, ended }: Known,
  application: number,
  before: KnownPair | null,
): KnownPair | null {
  const told = word.items.get(application) ?? null
  const wanted = placed.get(application) ?? null
  if (told === null && wanted?.isPulled !== true) return null
  const since = {
    comparisonError: sinceWhen(told !== null && hasComparisonError(told.item), before, word),
    unwanted: ended.has(application) ? (before?.since.unwanted ?? word.at) : null,
  }
  const { state, later, from } = settled(judge(told, wanted, since), word.at)
  const revision = told?.item.revision ?? told?.item.history.at(-1)?.revision ?? null
  const stays = before !== null && before.state === state && before.revision === revision
  return {
    state,
    later,
    stateSince: stays ? before.stateSince : from,
    revision,
    digest: told?.digest ?? null,
    word: word.order,
    since,
    syncedAt: told?.item.history.at(-1)?.deployedAt ?? before?.syncedAt ?? null,
    written: before?.written ?? { state: null, revision: null, at: new Date(0) },
  }
}

function sinceWhen(holds: boolean, before: KnownPair | null, word: Word): Date | null {
  return holds ? (before?.since.comparisonError ?? word.at) : null
}

function judge(told: DigestedItem | null, wanted: Wanted | null, since: Since): Judgement {
  if (told === null) return { state: 'missing', later: null }
  return wanted === null ? judgeUnwanted(told.item, since) : judgePlaced(told.item, wanted, since)
}

function writtenBy({ state, revision, at }: Turn, word: Word): Written {
  return { state, revision, at: later(at, word.at) }
}

/** A judgement whose later state has come by now. */
function settled({ state, later }: Judgement, now: Date): Judgement & { readonly from: Date } {
  return later !== null && later.at <= now
    ? { state: later.state, later: null, from: later.at }
    : { state, later, from: now }
}

/** The next entry of the history, once the minute of the last one has passed. */
// oxlint-disable-next-line eslint/complexity -- it is one table of cases
function turnOf(
  application: number,
  word: Word,
  before: KnownPair | null,
  after: KnownPair | null,
): Turn | null {
  const last = before?.written ?? null
  const state = after?.state ?? null
  const revision = after?.revision ?? null
  if (last === null ? state === null : last.state === state && last.revision === revision)
    return null
  const isSoon = last !== null && word.at.getTime() - last.at.getTime() < HISTORY_EVERY_MS
  if (isSoon && after !== null) return null
  const since = after?.stateSince ?? word.at
  const at = last === null ? since : later(since, new Date(last.at.getTime() + 1))
  return { application, at, state, revision, before: last }
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}

function saysTheSame(a: KnownPair | null, b: KnownPair | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.state === b.state &&
    a.later?.at.getTime() === b.later?.at.getTime() &&
    a.digest === b.digest &&
    a.since.unwanted?.getTime() === b.since.unwanted?.getTime() &&
    a.written === b.written
  )
}
