import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aDependency, anApplication } from '#lib/domain/testing/objects.ts'
import { CHAIN_MAX, chainsThrough } from './circle.ts'
import { dependentsOf, neededIds } from './graph.ts'

type Edge = readonly [from: number, to: number]

const MOST = 30

const edges = fc.array(
  fc.tuple(fc.nat(MOST - 1), fc.nat(MOST - 1)).filter(([from, to]) => from !== to),
  { maxLength: 60 },
)

/** Ids are in another order than names. */
const nameOf = (id: number) => `app${(id * 7) % MOST}`
const teamOf = (id: number) => (id % 2 === 0 ? 'ieb' : 'platform')

/** Applications of two teams that need each other, some in an environment, and some of which aren't there. */
function fleetOf(all: readonly Edge[], gone: readonly number[] = []): Fleet {
  const ids = Array.from({ length: MOST }, (_, id) => id).filter((id) => !gone.includes(id))
  return emptyFleet().with(
    ids.map((id) =>
      editTo(
        id,
        anApplication({
          name: nameOf(id),
          team: teamOf(id),
          dependsOn: all
            .filter(([from]) => from === id)
            .map(([, to]) =>
              aDependency({
                namespace: teamOf(to),
                application: nameOf(to),
                environment: to % 3 === 0 ? 'qa' : null,
              }),
            ),
        }),
      ),
    ),
  )
}

/** The applications that one leads to, one step or more. */
function reachedFrom(all: readonly Edge[], start: number): ReadonlySet<number> {
  const reached = new Set<number>()
  const look = (id: number) => {
    for (const [from, to] of all) {
      if (from !== id || reached.has(to)) continue
      reached.add(to)
      look(to)
    }
  }
  look(start)
  return reached
}

function longestFrom(all: readonly Edge[], id: number): number {
  const ahead = all.filter(([from]) => from === id).map(([, to]) => 1 + longestFrom(all, to))
  return Math.max(0, ...ahead)
}

const turned = (all: readonly Edge[]) => all.map(([from, to]) => [to, from] as const)

describe('the dependencies of applications', () => {
  it('are found from either end, as far as both are there', () => {
    fc.assert(
      fc.property(edges, fc.uniqueArray(fc.nat(MOST - 1), { maxLength: 10 }), (all, gone) => {
        const fleet = fleetOf(all, gone)
        const isThere = (id: number) => !gone.includes(id)
        for (const id of fleet.applications.ordered) {
          const needed = all.filter(([from, to]) => from === id && isThere(to))
          expect(new Set(neededIds(fleet, id))).toEqual(new Set(needed.map(([, to]) => to)))
          const dependents = all.filter(([from, to]) => to === id && isThere(from))
          expect(new Set(dependentsOf(fleet, fleet.applications.slots[id]!))).toEqual(
            new Set(dependents.map(([from]) => from)),
          )
        }
      }),
    )
  })

  it('have a circle exactly where one of those that are asked about leads back to itself, and the one that is told is one', () => {
    fc.assert(
      fc.property(
        edges,
        fc.uniqueArray(fc.nat(MOST - 1), { minLength: 1, maxLength: 8 }),
        (all, asked) => {
          const { circles } = chainsThrough(fleetOf(all), asked)
          const inOne = asked.filter((id) => reachedFrom(all, id).has(id))
          expect(circles.length > 0).toBe(inOne.length > 0)
          for (const circle of circles) {
            expect(new Set(circle).size).toBe(circle.length)
            expect(inOne).toEqual(expect.arrayContaining([circle[0]]))
            circle.forEach((id, place) => {
              const next = circle[(place + 1) % circle.length]
              expect(all.some(([from, to]) => from === id && to === next)).toBe(true)
            })
          }
          expect(new Set(circles.flat()).size).toBe(circles.flat().length)
        },
      ),
    )
  })

  it('are too long a chain exactly where more follow one another than may', () => {
    // An edge to a later one alone makes no circle.
    const forward = edges.map((all) =>
      all.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    )
    const chain = Array.from({ length: MOST - 1 }, (_, id) => [id, id + 1] as const)
    const long = fc.tuple(forward, fc.nat(MOST - 1)).map(([all, cut]) => {
      const broken = chain.filter(([from]) => from !== cut)
      return [...broken, ...all.slice(0, 3)]
    })
    fc.assert(
      fc.property(fc.oneof(forward, long), fc.nat(MOST - 1), (all, id) => {
        const { circles, tooLong } = chainsThrough(fleetOf(all), [id])
        expect(circles).toEqual([])
        const length = longestFrom(all, id) + longestFrom(turned(all), id)
        expect(tooLong).toEqual(length > CHAIN_MAX ? [id] : [])
      }),
    )
  })
})
