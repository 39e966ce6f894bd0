import { expect, it } from 'vitest'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { aCluster } from '#lib/domain/testing/objects.ts'
import { aRelease, fleetWith, HERE, inWords, NEEDS } from '#lib/domain/testing/releases.ts'
import { releaseEditsOf } from './release-edits.ts'

const PLACED = [1, 2, 3, 4]
const LATE = 5

type Edited = Pick<Application, 'follow' | 'dependsOn'> & { readonly repoBranch?: string }
const plain: Edited = { follow: 'branch', dependsOn: [] }
const waiting: Edited = { follow: 'branch', dependsOn: NEEDS }
const versions: Edited = { follow: 'versions', dependsOn: [] }
const both: Edited = { follow: 'versions', dependsOn: NEEDS }

/** What is held after an edit with which another cluster comes. */
function turned(was: Edited, is: Edited, releases: readonly Release[]): readonly string[] {
  const before = fleetWith(was, PLACED, releases)
  const late = editTo(LATE, aCluster({ name: 'late', environment: HERE }))
  const application = { ...before.applications.slots[0]!, ...is }
  const after = before.with([editTo(0, application), late])
  const { ended, begun } = releaseEditsOf(before, after, new Set())
  const kept = releases.filter((_, id) => !ended.includes(id))
  return [...kept, ...begun].map(inWords)
}

const mixed = [
  aRelease('v1', { on: [1], rollout: 2 }),
  aRelease('v2', { on: [2, 3], current: true, rollout: 5 }),
  aRelease('v3', { on: [3], rollout: 6 }),
]

it.each<[string, Edited, Edited, readonly Release[], readonly string[]]>([
  ['what has its branch waits for others', plain, waiting, [], ['main {1,2,3,4}, current']],
  ['what has its branch follows versions and waits', plain, both, [], ['main {1,2,3,4}, current']],
  ['what has its branch follows versions', plain, versions, [], ['main for all']],
  [
    'what has its branch waits for others, with another branch',
    plain,
    { ...waiting, repoBranch: 'next' },
    [],
    ['next {1,2,3,4}, current'],
  ],
  [
    'what follows versions waits for others',
    versions,
    both,
    [aRelease('v2', { rollout: 5 }), aRelease('v3', { on: [3], rollout: 6 })],
    ['v3 {3} of 6', 'v2 {1,2,4} of 5, current'],
  ],
  [
    'what follows versions, with nothing for all, waits for others',
    versions,
    both,
    [aRelease('v3', { on: [3], rollout: 6 })],
    ['v3 {3} of 6'],
  ],
  [
    'what waits for others waits no more: it is ahead where it was, and the rest has the same',
    both,
    versions,
    mixed,
    ['v3 {3} of 6', 'v2 for all of 5'],
  ],
  ['what waits with its branch waits no more', waiting, plain, [aRelease('main', { on: [1] })], []],
  ['what waits follows versions no more, and waits no more', both, plain, mixed, []],
  [
    'what waits follows versions no more: it has the branch where it had anything',
    both,
    waiting,
    mixed,
    ['main {1,2,3}, current'],
  ],
  [
    'what follows versions follows its branch and waits',
    versions,
    waiting,
    [aRelease('v2', { rollout: 5 }), aRelease('v3', { on: [3], rollout: 6 })],
    ['main {1,2,3,4}, current'],
  ],
  [
    'what waits with its branch follows versions: it has what it had',
    waiting,
    both,
    [aRelease('main', { on: [1, 2], current: true })],
    ['main {1,2}, current'],
  ],
  [
    'what waits with its branch follows versions and waits no more',
    waiting,
    versions,
    [aRelease('main', { on: [1, 2], current: true })],
    ['main for all'],
  ],
  [
    'what waits with its branch has another one, at once where it is',
    waiting,
    { ...waiting, repoBranch: 'next' },
    [aRelease('main', { on: [1, 2], current: true }), aRelease('main', { on: [3] })],
    ['next {1,2,3}, current'],
  ],
  [
    'what waits for others gets another branch, for later',
    both,
    { ...both, repoBranch: 'next' },
    mixed,
    ['v1 {1} of 2', 'v2 {2,3} of 5, current', 'v3 {3} of 6'],
  ],
])('%s', (_, was, is, releases, expected) => {
  expect(turned(was, is, releases)).toEqual(expected)
})

it('keeps clusters that come back out of the sets that they were in, and the order of these', () => {
  const releases = [
    aRelease('v1', { on: [1, 2], current: true, rollout: 2 }),
    aRelease('v2', { on: [2, LATE], rollout: 5 }),
    aRelease('v3', { on: [3], rollout: 6 }),
  ]
  const again = ['v1 {1,2} of 2, current', 'v2 {2} of 5', 'v3 {3} of 6']
  expect(turned(both, both, releases)).toEqual(again)
})

it('keeps the current set without any cluster, and no other', () => {
  const releases = [
    aRelease('v1', { on: [1], current: true, rollout: 2 }),
    aRelease('v2', { on: [1], current: true, rollout: 5 }),
  ]
  const before = fleetWith(both, [1], releases)
  const away = editTo(1, aCluster({ name: 'c1', environment: 'prod' }))
  const { ended, begun } = releaseEditsOf(before, before.with([away]), new Set())
  expect(ended).toEqual([0])
  expect(begun.map((each) => [each.environment, inWords(each)])).toEqual([['prod', 'v2 {1}']])
})
