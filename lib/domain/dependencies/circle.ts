// Applications that would wait for each other for ever, and chains that are too long for anybody to follow.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { dependentsOf, neededIds } from './graph.ts'

/** How many dependencies may follow one another. */
export const CHAIN_MAX = 20

type Applications = Pick<FleetState, 'applications'>

type Next = (id: number) => readonly number[]

export type Chains = {
  /** The ids along each circle that was found, none of them in two; if there is any, one is found. */
  readonly circles: readonly (readonly number[])[]
  /** Those in a chain of more dependencies than may be. Empty where there is a circle. */
  readonly tooLong: readonly number[]
}

/**
 * What is wrong with the dependencies of some applications: circles through them, whatever the dependencies say of where, and
 * chains that are too long. Costs by the applications that these need, and that need these.
 */
export function chainsThrough(fleet: Applications, ids: readonly number[]): Chains {
  const needed: Next = (id) => neededIds(fleet, id)
  const down = walk(ids, needed)
  const asked = new Set(ids)
  const circles = down.circles.filter((circle) => circle.some((id) => asked.has(id)))
  if (circles.length > 0) {
    const short = circles.map((circle) =>
      shortestThrough(
        circle.find((id) => asked.has(id))!,
        needed,
      ),
    )
    return { circles: apart(short), tooLong: [] }
  }
  const up = walk(ids, (id) => dependentsOf(fleet, fleet.applications.slots[id]!))
  const lengthOf = (id: number) => down.lengths.get(id)! + up.lengths.get(id)!
  return { circles, tooLong: ids.filter((id) => lengthOf(id) > CHAIN_MAX) }
}

type Walked = {
  readonly circles: readonly (readonly number[])[]
  /** By id, how many steps the longest way on from there has, where there are no circles. */
  readonly lengths: ReadonlyMap<number, number>
}

/** Goes each way on from some applications, without recursion: one request can make a way of thousands. */
function walk(ids: readonly number[], next: Next): Walked {
  const circles: (readonly number[])[] = []
  const lengths = new Map<number, number>()
  for (const start of ids) {
    if (lengths.has(start)) continue
    const way = [{ id: start, ahead: next(start), at: 0, length: 0 }]
    const places = new Map([[start, 0]])
    for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
      const to = here.ahead[here.at++]
      if (to === undefined) {
        lengths.set(here.id, here.length)
        places.delete(here.id)
        way.pop()
        const before = way.at(-1)
        if (before) before.length = Math.max(before.length, here.length + 1)
      } else if (places.has(to)) {
        circles.push(way.slice(places.get(to)).map(({ id }) => id))
      } else if (lengths.has(to)) {
        here.length = Math.max(here.length, lengths.get(to)! + 1)
      } else {
        places.set(to, way.length)
        way.push({ id: to, ahead: next(to), at: 0, length: 0 })
      }
    }
  }
  return { circles, lengths }
}

/** The shortest circle through an application that is in one. */
function shortestThrough(start: number, next: Next): readonly number[] {
  const cameFrom = new Map<number, number>()
  const reached = [start]
  for (const id of reached) {
    for (const to of next(id)) {
      if (to === start) return wayTo(id, start, cameFrom)
      if (cameFrom.has(to)) continue
      cameFrom.set(to, id)
      reached.push(to)
    }
  }
  return [start]
}

function wayTo(
  last: number,
  start: number,
  cameFrom: ReadonlyMap<number, number>,
): readonly number[] {
  const back = [last]
  while (back.at(-1) !== start) back.push(cameFrom.get(back.at(-1)!)!)
  return back.toReversed()
}

/** The first of those that share one. */
function apart(circles: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const taken = new Set<number>()
  return circles.filter((circle) => {
    if (circle.some((id) => taken.has(id))) return false
    for (const id of circle) taken.add(id)
    return true
  })
}
