import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { hasBit, idsIn, intersect, isEmpty, NO_BITS } from '#lib/domain/sets/bits.ts'
import { actions, editsOf, manyReleases, model } from '#lib/domain/testing/arbitrary-edits.ts'
import { builtAfresh } from '#lib/domain/testing/fleets.ts'
import {
  modelWith,
  type Model,
  naivelyDelivered,
  naivePlacements,
  naiveRelease,
} from '#lib/domain/testing/naive.ts'
import { deliveriesOf, deliveryOn, unreleasedAmong } from './deliveries.ts'
import { placementsOf } from './targeting.ts'
import { targetOn } from './targets.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

/** Whether a cluster would have another set without its hold. */
function isOvertaken({ releases }: Model, hold: Release, cluster: number): boolean {
  const sets = [...releases.values()].filter(
    ({ application, environment, clusters }) =>
      application === hold.application &&
      environment === hold.environment &&
      hasBit(clusters ?? NO_BITS, cluster),
  )
  return sets.at(-1) !== hold
}

it('are disjoint parts of the placements, each cluster with the release that a look at all of them one by one finds', () => {
  const met = new Set<string>()
  fc.assert(
    fc.property(model, manyReleases, (given, releases) => {
      const model = modelWith(given, editsOf(given, releases))
      const fleet = builtAfresh(model)
      for (const [id, clusters] of naivePlacements(model)) {
        const deliveries = deliveriesOf(fleet, id)
        const delivered = deliveries.flatMap(({ clusters, ...rest }) =>
          idsIn(clusters).map((cluster) => ({ cluster, ...rest })),
        )
        expect(deliveries.some((each) => isEmpty(each.clusters))).toBe(false)
        const { follow, dependsOn } = model.objects.application.get(id)!
        const isManaged = follow === 'versions' || dependsOn.length > 0
        const how = isManaged
          ? `${follow}${dependsOn.length > 0 ? ' after others' : ''}`
          : 'unmanaged'
        const expected = clusters.flatMap((cluster) => {
          const application = naivelyDelivered(model, id, cluster)
          const release = isManaged ? naiveRelease(model, id, cluster) : null
          met.add(`${how} ${release?.clusters === null ? 'base' : typeof release?.clusters}`)
          if (release?.hold && isOvertaken(model, release, cluster)) met.add('held')
          expect(deliveryOn(fleet, id, cluster)).toEqual(application && { application, release })
          return application ? [{ cluster, application, release }] : []
        })
        expect(delivered.sort((one, other) => one.cluster - other.cluster)).toEqual(expected)
        expect(idsIn(unreleasedAmong(fleet, id, [placementsOf(fleet, id)]))).toEqual(
          clusters.filter((cluster) => naivelyDelivered(model, id, cluster) === null),
        )
      }
    }),
    { numRuns: numRuns * 2 },
  )
  expect([...met].sort()).toEqual([
    'branch after others object',
    'branch after others undefined',
    'held',
    'unmanaged undefined',
    'versions after others object',
    'versions after others undefined',
    'versions base',
    'versions object',
    'versions undefined',
  ])
})

it('are the same objects as long as application, release and target are, so that what is known of them stays known', () => {
  fc.assert(
    fc.property(model, actions, (model, actions) => {
      const fleet = builtAfresh(model)
      const after = fleet.with(editsOf(model, actions))
      for (const id of fleet.applications.ordered) {
        const application = fleet.applications.slots[id]!
        if (after.applications.slots[id] !== application) continue
        for (const cluster of idsIn(intersect(placementsOf(fleet, id), placementsOf(after, id)))) {
          const [was, is] = [fleet, after].map((each) => deliveryOn(each, id, cluster))
          const [had, has] = [fleet, after].map((each) => targetOn(each, id, cluster))
          if (!was || !is) continue
          const isAlike = was.release === is.release && had === has
          expect(was.application === is.application).toBe(isAlike)
          const isOwn = !isManaged(application) && had === null
          expect(was.application === application).toBe(isOwn)
        }
      }
    }),
    { numRuns },
  )
})
