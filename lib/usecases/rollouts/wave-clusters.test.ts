import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { namesOf } from './wave-clusters.ts'

it('names the first clusters of a wave by name, whichever came first', () => {
  const names = Array.from({ length: 150 }, (_, nth) => `c${String(nth).padStart(3, '0')}`)
  const ids = names.map((_, nth) => nth)
  const fleet = emptyFleet().with(
    names
      .toReversed()
      .map((name, id) => ({ kind: 'cluster' as const, id, after: aCluster({ name }) })),
  )
  expect(namesOf(fleet, bitsOf(ids))).toEqual(names.slice(0, 100))
})
