import { describe, expect, it } from 'vitest'
import type { PickRule } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { lineUp } from './lineup.ts'
import { countWanted, pickClusters } from './pick.ts'

/** `c0`, `c1`, … */
const regions = ['east', 'east', 'east', 'west', 'west', 'north']
const clusters = regions.map((region, id) =>
  aCluster({ name: `c${id}`, labels: new Map([['region', region]]) }),
)
const ALL = [...clusters.keys()]

function picked(
  given: Partial<PickRule>,
  {
    application = 'ieb/app1',
    candidates = ALL,
    current = [],
    scores = {},
  }: {
    readonly application?: string
    readonly candidates?: readonly number[]
    readonly current?: readonly number[]
    readonly scores?: Readonly<Record<string, number>>
  },
): number[] {
  const rule: PickRule = { count: { count: 3 }, spreadBy: null, prefer: [], ...given }
  const scoreOf = (id: number) => scores[`c${id}`] ?? null
  return idsIn(
    pickClusters({
      rule,
      application,
      candidates: bitsOf(candidates),
      current: bitsOf(current),
      lineup: () => lineUp(rule, clusters.entries(), scoreOf),
    }),
  )
}

it.each([
  [{ count: 3 }, 12, 3],
  [{ count: 3 }, 2, 2],
  [{ percent: 20 }, 10, 2],
  [{ percent: 20 }, 11, 3],
  [{ percent: 1 }, 1, 1],
  [{ percent: 100 }, 7, 7],
  [{ percent: 20 }, 0, 0],
])('of %j wants %i candidates to give %i', (share, candidates, wanted) => {
  expect(countWanted(share, candidates)).toBe(wanted)
})

const regionsOf = (ids: readonly number[]) => ids.map((id) => regions[id]!).sort()

describe('a pick', () => {
  it('takes one of each region before it takes a second of any', () => {
    const spreadBy = 'region'
    expect(regionsOf(picked({ spreadBy }, {}))).toEqual(['east', 'north', 'west'])
    expect(regionsOf(picked({ spreadBy, count: { count: 5 } }, {}))).toEqual([
      'east',
      'east',
      'north',
      'west',
      'west',
    ])
  })

  it('takes the place of a cluster that goes in the same region, and leaves the others alone', () => {
    const candidates = ALL.filter((id) => id !== 0)
    const now = picked({ spreadBy: 'region' }, { candidates, current: [0, 3, 5] })
    expect(now).toHaveLength(3)
    expect(now).toEqual(expect.arrayContaining([3, 5]))
    expect(regions[now.find((id) => id !== 3 && id !== 5)!]).toBe('east')
  })

  it('takes those with the wanted labels first, in their order, then those with more of a score', () => {
    const prefer = [{ label: 'region', values: ['north', 'west'] }, { score: 'free-gpu' }]
    const scores = { c3: -5, c4: 1, c5: -100 }
    expect(picked({ prefer, count: { count: 1 } }, { scores })).toEqual([5])
    expect(picked({ prefer, count: { count: 2 } }, { scores })).toEqual([4, 5])
    expect(picked({ prefer, count: { count: 3 } }, { scores })).toEqual([3, 4, 5])
  })

  it('takes clusters without a score last', () => {
    const prefer = [{ score: 'free-gpu' }]
    expect(picked({ prefer, count: { count: 1 } }, { scores: { c2: -100 } })).toEqual([2])
  })

  it('takes other clusters for another application', () => {
    const applications = Array.from({ length: 20 }, (_, nth) => `ieb/app${nth}`)
    const taken = applications.map((application) =>
      picked({ count: { count: 1 } }, { application }).join(),
    )
    expect(new Set(taken).size).toBeGreaterThan(3)
  })

  it('drops the least wanted when it is to have fewer', () => {
    const prefer = [{ label: 'region', values: ['west', 'east'] }]
    expect(picked({ prefer, count: { count: 2 } }, { current: [0, 3, 5] })).toEqual([0, 3])
  })
})
