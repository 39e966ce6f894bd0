import { describe, expect, it } from 'vitest'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf, idsIn } from '#lib/domain/sets/bits.ts'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { aRelease, fleetWith, HERE, inWords, NEEDS } from '#lib/domain/testing/releases.ts'
import { behindIn } from './behind.ts'
import { releasesOfMet } from './release-met.ts'

const CLUSTERS = [1, 2, 3, 4, 5, 6]
const UNDER_WAY = 7

function metOn(
  met: readonly number[],
  releases: readonly Release[],
  given: Partial<Application> = {},
) {
  const object = anApplication({
    repoBranch: 'main',
    follow: 'versions',
    dependsOn: NEEDS,
    ...given,
  })
  const fleet = fleetWith(object, CLUSTERS, releases)
  const underWay = new Set([UNDER_WAY])
  const { ended, begun } = releasesOfMet(fleet, { id: 0, object }, HERE, bitsOf(met), underWay)
  return { ended: ended.map((id) => inWords(releases[id]!)), begun: begun.map(inWords) }
}

describe('clusters on which all is there', () => {
  it('are added to what the others have, in a set that begins again as the current one of its rollout', () => {
    const old = aRelease('v1', { on: [3, 4], rollout: 2 })
    const current = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    expect(metOn([4, 6], [old, current])).toEqual({
      ended: ['v2 {1,2} of 5, current'],
      begun: ['v2 {1,2,4,6} of 5, current'],
    })
  })

  it('take nothing from clusters that a rollout which is over went ahead on', () => {
    const current = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    const ahead = aRelease('v3', { on: [2], rollout: 6 })
    expect(metOn([4], [current, ahead])).toEqual({
      ended: ['v2 {1,2} of 5, current'],
      begun: ['v2 {1,4} of 5, current'],
    })
  })

  it('get a set of their own while a rollout is ahead on some of the others, which may come back', () => {
    const current = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    const ahead = aRelease('v3', { on: [2], rollout: UNDER_WAY })
    expect(metOn([4], [current, ahead])).toEqual({ ended: [], begun: ['v2 {4}'] })
  })

  it('are added to those that have such a set already', () => {
    const current = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    const ahead = aRelease('v3', { on: [2], rollout: UNDER_WAY })
    const own = aRelease('v2', { on: [4] })
    expect(metOn([5], [current, ahead, own])).toEqual({ ended: ['v2 {4}'], begun: ['v2 {4,5}'] })
  })

  it('leave such a set alone if the rollout went ahead on some of it, which may come back, too', () => {
    const current = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    const ahead = aRelease('v3', { on: [2], rollout: UNDER_WAY })
    const own = aRelease('v2', { on: [4, 5] })
    const further = aRelease('v3', { on: [4], rollout: UNDER_WAY })
    expect(metOn([6], [current, ahead, own, further])).toEqual({ ended: [], begun: ['v2 {6}'] })
  })

  it('are added to what a rollout has come to as a whole, though it may still be taken back', () => {
    const before = aRelease('v2', { on: [1, 2], current: true, rollout: 5 })
    const current = aRelease('v3', { on: [1], current: true, rollout: UNDER_WAY })
    expect(metOn([2], [before, current])).toEqual({
      ended: [`v3 {1} of ${UNDER_WAY}, current`],
      begun: [`v3 {1,2} of ${UNDER_WAY}, current`],
    })
  })

  it('get the branch of an application that follows it, as the first that have anything', () => {
    const branch = { follow: 'branch' as const }
    expect(metOn([4], [], branch)).toEqual({ ended: [], begun: ['main {4}, current'] })
  })

  it('get nothing of an application that follows versions, where none was rolled out', () => {
    expect(metOn([4], [])).toEqual({ ended: [], begun: [] })
  })
})

describe('behind are', () => {
  it.each<[string, readonly Release[], Partial<Application>, readonly number[]]>([
    ['none, where nothing was rolled out', [], {}, []],
    [
      'all that have nothing, where the branch is followed',
      [aRelease('main', { on: [1, 2] })],
      { follow: 'branch' },
      [3, 4, 5, 6],
    ],
    [
      'those with nothing, with an older version, and with what they brought along',
      [
        aRelease('v1', { on: [3], rollout: 2 }),
        aRelease('v1', { on: [4] }),
        aRelease('v2', { on: [1, 2], current: true, rollout: 5 }),
      ],
      {},
      [3, 4, 5, 6],
    ],
    [
      'not those with the same in another set, nor those that a later rollout went ahead on',
      [
        aRelease('v2', { on: [1, 2], current: true, rollout: 5 }),
        aRelease('v2', { on: [3] }),
        aRelease('v3', { on: [2, 4], rollout: 6 }),
      ],
      {},
      [5, 6],
    ],
  ])('%s', (_, releases, given, expected) => {
    const fleet = fleetWith({ follow: 'versions', dependsOn: NEEDS, ...given }, CLUSTERS, releases)
    expect(idsIn(behindIn(fleet, 0, HERE))).toEqual(expected)
  })
})
