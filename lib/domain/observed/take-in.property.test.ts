import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemText } from './item-text.ts'
import type { State } from './states.ts'
import type { Turn, Word } from './take-in.ts'
import {
  APPLICATIONS,
  type Arrival,
  arrivalsOf,
  ENDED,
  jumpingLife,
  type Life,
  life,
  NOT_PULLED,
  type Said,
} from './testing/cluster-words.ts'
import { Portal } from './testing/portal.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 200)
const MINUTE_MS = 60_000

/** The newest word that came about each application, by the order in which the cluster said them. */
class Model {
  readonly #newest = new Map<number, Said>()
  #complete: Said | null = null
  hear(said: Said): void {
    if (said.isComplete && (this.#complete === null || said.index > this.#complete.index)) {
      this.#complete = said
    }
    for (const application of said.items.keys()) {
      const newest = this.#newest.get(application)
      if (newest === undefined || said.index > newest.index) this.#newest.set(application, said)
    }
  }
  /** What was said last of an application; null: that it isn't there; undefined: nothing. */
  last(application: number) {
    const named = this.#newest.get(application)
    const newest = [named, this.#complete].reduce((a, b) =>
      (a?.index ?? -1) > (b?.index ?? -1) ? a : b,
    )
    return newest ? (newest.items.get(application) ?? null) : undefined
  }
}

/** In which states an application may be of which this was said last, if it takes until later in which one it is. */
function statesOf(application: number, last: ReturnType<Model['last']>): readonly (State | null)[] {
  if (last === undefined) return [null]
  if (last === null) return [application === ENDED || application === NOT_PULLED ? null : 'missing']
  if (application === ENDED) return ['leaving', 'orphaned']
  if (last.health === 'Degraded')
    return last.conditions.length > 0 ? ['degraded', 'failed'] : ['degraded']
  if (last.phase === 'Failed') return ['failed']
  if (last.phase === 'Running') return ['progressing']
  return last.conditions.length > 0 ? ['progressing', 'failed'] : ['healthy']
}

type Written = { readonly turn: Turn; readonly word: Word }

/** Lives a life, and calls back after each word. */
function live(
  { arrivals, quietFrom }: ReturnType<typeof arrivalsOf>,
  check: (portal: Portal, model: Model, arrival: Arrival, written: readonly Written[]) => void,
) {
  const portal = new Portal()
  const model = new Model()
  const written: Written[] = []
  const told = new Set<string>()
  for (const arrival of arrivals) {
    model.hear(arrival.said)
    const { word, taken } = portal.hear(arrival)
    for (const turn of taken?.turns ?? []) written.push({ turn, word })
    for (const { application, entry } of taken?.syncs ?? []) told.add(nameOf(application, entry))
    check(portal, model, arrival, written)
  }
  return { portal, model, written, told, quietFrom }
}

function nameOf(
  application: number,
  { revision, deployedAt }: { revision: string; deployedAt: Date },
) {
  return `${application} ${revision} ${deployedAt.getTime()}`
}

const holds = (property: (life: Life) => void) =>
  fc.assert(fc.property(life, property), { numRuns })

function turnsOf(written: readonly Written[], application: number) {
  return written.filter(({ turn }) => turn.application === application)
}

/** Fails unless after each word what is known is what was said last. */
function holdsTheNewest(life: Life) {
  live(arrivalsOf(life), (portal, model) => {
    const wrong = APPLICATIONS.filter((application) => {
      const last = model.last(application)
      const pair = portal.pairs.get(application) ?? null
      const isSame = (pair?.digest ?? null) === (last ? itemText(last) : null)
      return !isSame || !statesOf(application, last).includes(pair?.state ?? null)
    })
    expect(wrong).toEqual([])
  })
}

describe('what is known of a cluster', () => {
  it('is what it said last of each application, however its words come', () => {
    holds(holdsTheNewest)
  })

  it('is so wherever its clock jumps to, where the sender counts', () => {
    fc.assert(fc.property(jumpingLife, holdsTheNewest), { numRuns })
  })

  it('holds every sync that it told of, and no other', () => {
    holds((life) => {
      const said = arrivalsOf(life)
      const { told } = live(said, () => {})
      const there = said.arrivals.flatMap(({ said: { items } }) =>
        [...items].flatMap(([application, { history }]) =>
          history.map((entry) => nameOf(application, entry)),
        ),
      )
      expect(told).toEqual(new Set(there))
    })
  })

  it('becomes failed and orphaned with time alone', () => {
    holds((life) => {
      const { portal, model } = live(arrivalsOf(life), () => {})
      for (const application of APPLICATIONS) {
        const states = statesOf(application, model.last(application))
        expect(portal.pairs.get(application)?.state ?? null).toBe(states.at(-1))
      }
    })
  })
})

describe('the history of states', () => {
  it('says of each turn what was before, and goes forward in time', () => {
    holds((life) => {
      const { written } = live(arrivalsOf(life), () => {})
      for (const application of APPLICATIONS) {
        let last: Turn | null = null
        for (const { turn } of turnsOf(written, application)) {
          const before = turn.before ?? { state: null, revision: null }
          expect([before.state, before.revision]).toEqual([
            last?.state ?? null,
            last?.revision ?? null,
          ])
          expect([turn.state, turn.revision]).not.toEqual([before.state, before.revision])
          if (last !== null) expect(turn.at > last.at).toBe(true)
          last = turn
        }
      }
    })
  })

  it('is what is known, or will be looked at again', () => {
    holds((life) => {
      const { portal, written } = live(arrivalsOf(life), () => {})
      for (const application of APPLICATIONS) {
        const last = turnsOf(written, application).at(-1)?.turn
        const pair = portal.pairs.get(application)
        expect(last?.state ?? null).toBe(pair?.state ?? null)
        expect(last?.revision ?? null).toBe(pair?.revision ?? null)
      }
    })
  })

  it('gets at most one entry a minute of a placement, however it flaps', () => {
    holds((life) => {
      const { written } = live(arrivalsOf(life), () => {})
      for (const application of APPLICATIONS) {
        if (application === ENDED || application === NOT_PULLED) continue
        const at = turnsOf(written, application).map(({ word }) => word.at.getTime())
        for (const [index, each] of at.entries()) {
          if (index > 0) expect(each - at[index - 1]!).toBeGreaterThanOrEqual(MINUTE_MS)
        }
      }
    })
  })
})
