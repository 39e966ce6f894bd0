// What a scheduler is asked, page by page: what it places, the clusters that it may choose, and what it chose.
import { decisionOf } from '#lib/domain/fleet/fleet-decisions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { type Bits, idsIn, intersect, isSameSet } from '#lib/domain/sets/bits.ts'

/** Some clusters of an application, by their ids; the others of it are in another row. */
export type ChosenRow = { readonly application: number; readonly clusters: readonly number[] }

export type QuestionPage = {
  readonly applications: readonly number[]
  /** Each is a candidate of all of the applications that have no row in `candidates`. */
  readonly clusters: readonly number[]
  /** Where a team's boundary or a target leaves fewer. */
  readonly candidates: readonly ChosenRow[]
  readonly current: readonly ChosenRow[]
  /** Where the next page begins; null: this is the last. */
  readonly next: QuestionPosition | null
}

/** The section, the number of the row in it, and of the cluster in the row, from 0. */
export type QuestionPosition = readonly [section: number, row: number, cluster: number]

export const QUESTION_START: QuestionPosition = [0, 0, 0]

/** The page from a position on, which names so many applications and clusters at most. `rule` is that of the policy in `fleet`. */
export function questionPage(
  fleet: Fleet,
  rule: Rule,
  from: QuestionPosition,
  namesMax: number,
): QuestionPage {
  const applications = idsIn(rule.applications)
  const page = new Page(from, namesMax)
  const narrowed = (id: number) => {
    const candidates = candidatesOf(fleet, rule, id)
    return isSameSet(candidates, rule.clusters) ? null : candidates
  }
  const chosen = (id: number) => {
    const decision = decisionOf(fleet, rule.id, id)
    return decision && intersect(decision, candidatesOf(fleet, rule, id))
  }
  return {
    applications: page.ids(0, applications),
    clusters: page.ids(1, idsIn(rule.clusters)),
    candidates: page.rows(2, applications, narrowed),
    current: page.rows(3, applications, chosen),
    next: page.next,
  }
}

/** Takes from each section what is left of it, until the page is full. */
class Page {
  readonly #from: QuestionPosition
  #room: number
  next: QuestionPosition | null = null

  constructor(from: QuestionPosition, room: number) {
    this.#from = from
    this.#room = room
  }

  ids(section: number, ids: readonly number[]): readonly number[] {
    if (this.#isOver(section)) return []
    const begin = this.#rowIn(section)
    const taken = ids.slice(begin, begin + this.#room)
    this.#room -= taken.length
    if (begin + taken.length < ids.length) this.next = [section, begin + taken.length, 0]
    return taken
  }

  rows(
    section: number,
    applications: readonly number[],
    clustersOf: (application: number) => Bits | null,
  ): readonly ChosenRow[] {
    if (this.#isOver(section)) return []
    const rows: ChosenRow[] = []
    const first = this.#rowIn(section)
    for (let row = first; row < applications.length; row++) {
      const application = applications[row]!
      const clusters = clustersOf(application)
      if (clusters === null) continue
      const ids = idsIn(clusters)
      const begin = row === first && section === this.#from[0] ? this.#from[2] : 0
      // A row takes a place of its own, so that a page of many short ones is no longer than others.
      const taken = ids.slice(begin, begin + Math.max(0, this.#room - 1))
      if (taken.length < ids.length - begin || this.#room === 0) {
        this.next = [section, row, begin + taken.length]
        return taken.length === 0 ? rows : [...rows, { application, clusters: taken }]
      }
      this.#room -= taken.length + 1
      rows.push({ application, clusters: taken })
    }
    return rows
  }

  #isOver(section: number): boolean {
    return this.next !== null || section < this.#from[0]
  }

  #rowIn(section: number): number {
    return section === this.#from[0] ? this.#from[1] : 0
  }
}
