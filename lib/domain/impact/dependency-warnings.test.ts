import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { sourceOf } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import {
  aCluster,
  aDependency,
  anApplication,
  aPolicy,
  aTeam,
  where,
} from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const APP = 0
const MANAGER = 1

const onManager = aDependency({ namespace: 'platform', application: 'manager' })
const app = anApplication({ dependsOn: [onManager] })
const needs = (environment: string) =>
  editTo(APP, anApplication({ dependsOn: [{ ...onManager, environment }] }))
const manager = anApplication({ team: 'platform', name: 'manager' })

const named = (key: string, value: string) => where({ key, operator: '=', values: [value] })
const placed = (name: string, clusters: string) =>
  aPolicy({
    name,
    appSelector: named('name', name),
    clusterSelector: named('environment', clusters),
  })

/** Three clusters in `prod` and one in `qa`. */
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(1, aTeam({ name: 'platform' })),
  ...[0, 1, 2].map((id) => editTo(id, aCluster({ name: `c${id}`, environment: 'prod' }))),
  editTo(3, aCluster({ name: 'c3', environment: 'qa' })),
])

const everything = editTo(0, aPolicy({}))
/** What was there before it needed anything. */
const released = (application: number, source: Application): Edit[] =>
  [['prod', [0, 1, 2]] as const, ['qa', [3]] as const].map(([environment, clusters], id) => ({
    kind: 'release',
    id,
    after: {
      application,
      environment,
      version: null,
      source: sourceOf(source),
      targets: null,
      clusters: bitsOf(clusters),
      current: true,
      rollout: null,
    },
  }))
const gone = (id: number): Edit => ({ kind: 'application', id, after: null })

function warned(before: readonly Edit[], edits: readonly Edit[]) {
  const { impact } = impactOn(fleet.with(before), edits)
  return impactWarnings(impact, edits).filter(({ code }) =>
    ['dependency_not_placed', 'needed_by', 'removed_together'].includes(code),
  )
}

const notPlaced = (message: string) => ({ code: 'dependency_not_placed', message })
const neededBy = (message: string) => ({ code: 'needed_by', message })

describe('what an application needs and isn’t placed there', () => {
  const both = [editTo(APP, anApplication({})), editTo(MANAGER, manager)]
  const inQa = [editTo(0, placed('app1', 'prod')), editTo(1, placed('manager', 'qa'))]
  const waits = notPlaced(
    'ieb/app1 waits on 3 clusters: platform/manager, which it needs, isn’t placed there.',
  )

  it('is told with the number of clusters when somebody says that it needs that', () => {
    expect(warned([...both, ...inQa], [editTo(APP, app)])).toEqual([waits])
    expect(warned([...both, everything], [editTo(APP, app)])).toEqual([])
    expect(warned([...both, editTo(1, placed('manager', 'qa'))], [editTo(APP, app)])).toEqual([])
  })

  it('is told of the clusters where the application is newly placed, and not of each edit of it', () => {
    const before = [editTo(APP, app), editTo(MANAGER, manager), editTo(1, placed('manager', 'qa'))]
    expect(warned(before, [editTo(0, placed('app1', 'prod'))])).toEqual([waits])
    expect(warned([...before, ...inQa], [editTo(APP, { ...app, description: 'new' })])).toEqual([])
    const joined = editTo(4, aCluster({ name: 'c4', environment: 'prod' }))
    expect(warned([...before, ...inQa], [joined])).toEqual([
      notPlaced(
        'ieb/app1 waits on 1 cluster: platform/manager, which it needs, isn’t placed there.',
      ),
    ])
  })

  it('is told where it is needed in an environment, on all clusters unless it is placed there', () => {
    expect(warned([...both, ...inQa], [needs('qa')])).toEqual([])
    expect(warned([...both, ...inQa], [needs('prod')])).toEqual([
      notPlaced(
        'ieb/app1 waits on 3 clusters: platform/manager, which it needs, isn’t placed in prod.',
      ),
    ])
  })

  it('is told of one that is gone', () => {
    expect(warned([editTo(APP, app)], [everything])).toEqual([
      notPlaced(
        'ieb/app1 waits on 4 clusters: platform/manager, which it needs, isn’t placed there.',
      ),
    ])
  })
})

describe('what others need', () => {
  const second = anApplication({ name: 'app2', dependsOn: [onManager] })
  const all = [editTo(APP, app), ...released(APP, app), editTo(2, second), editTo(MANAGER, manager)]
  const needed = neededBy(
    'platform/manager is needed by 2 applications on 4 clusters, which keep what they have and get nothing new there without it.',
  )

  it('is told when it is deleted, with how many applications on how many clusters', () => {
    expect(warned([...all, everything], [gone(MANAGER)])).toEqual([needed])
    expect(warned(all, [gone(MANAGER)])).toEqual([
      neededBy(
        'platform/manager is needed by 2 applications, which keep what they have and get nothing new there without it.',
      ),
    ])
  })

  it('is told when it leaves clusters on which they stay', () => {
    const before = [...all, editTo(0, placed('app1', 'prod')), editTo(1, placed('manager', 'prod'))]
    expect(warned(before, [editTo(1, placed('manager', 'qa'))])).toEqual([
      neededBy(
        'platform/manager is needed by 1 application on 3 clusters, which keep what they have and get nothing new there without it.',
      ),
    ])
  })

  it('is told when it leaves the environment in which they need it, and not when it leaves a part of that', () => {
    const inQa = anApplication({ dependsOn: [{ ...onManager, environment: 'qa' }] })
    const second = editTo(4, aCluster({ name: 'c4', environment: 'qa' }))
    const before = [editTo(APP, inQa), editTo(MANAGER, manager), everything, second]
    const outOf = (name: string) =>
      editTo(
        1,
        aPolicy({
          ...placed('manager', 'qa'),
          effect: 'exclude',
          clusterSelector: named('name', name),
        }),
      )
    expect(warned(before, [outOf('c3')])).toEqual([])
    expect(
      warned(
        [...before, outOf('c3')],
        [editTo(2, aPolicy({ ...placed('manager', 'qa'), name: 'q', effect: 'exclude' }))],
      ),
    ).toEqual([
      neededBy(
        'platform/manager is needed by 1 application on 5 clusters, which keep what they have and get nothing new there without it.',
      ),
    ])
  })

  it('is nothing to warn of once they don’t need it any more, or go with it', () => {
    expect(
      warned([...all, everything], [editTo(APP, anApplication({})), gone(2), gone(MANAGER)]),
    ).toEqual([])
    expect(warned([editTo(MANAGER, manager), everything], [gone(MANAGER)])).toEqual([])
  })
})

describe('what goes at once', () => {
  const both = [editTo(APP, app), ...released(APP, app), editTo(MANAGER, manager), everything]

  it('is told with the order in which it could go', () => {
    expect(warned(both, [gone(APP), gone(MANAGER)])).toEqual([
      {
        code: 'removed_together',
        message:
          'ieb/app1 and platform/manager, which it needs, leave 4 clusters at once. To take them away in order, remove ieb/app1 first, and platform/manager when the clusters report that it is gone.',
      },
    ])
  })

  it('is nothing to warn of with the cluster, from which nothing is taken away', () => {
    expect(warned(both, [{ kind: 'cluster', id: 0, after: null }])).toEqual([])
  })
})
