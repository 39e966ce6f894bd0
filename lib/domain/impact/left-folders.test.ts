import { toldOf } from '#lib/domain/values/told.ts'
import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aTypedCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { toyRenderer } from '#lib/domain/testing/toy-renderer.ts'
import type { ChangedFiles } from './impact-files.ts'
import { changedPaths } from './impact-paths.ts'
import { clearedFiles, type LeftFolder, withLeftFolders } from './left-folders.ts'

const NOW = aTypedCluster({ name: 'one', environment: 'prod' })
const app1 = anApplication({ name: 'app1', repoBranch: 'v2' })
const fleet = emptyFleet().with([
  { kind: 'team', id: 1, after: aTeam({}) },
  { kind: 'application', id: 1, after: app1 },
  { kind: 'application', id: 2, after: anApplication({ name: 'fresh' }) },
  { kind: 'target-policy', id: 1, after: aPolicy({}) },
  { kind: 'cluster', id: 1, after: NOW },
  { kind: 'cluster', id: 2, after: aTypedCluster({ name: 'two', environment: 'prod' }) },
])

/** As `one` left it on `dev`: with an older app1, an application and a quota that are gone since. */
const left: LeftFolder = {
  branch: 'dev',
  cluster: NOW,
  applications: [
    { application: { ...app1, repoBranch: 'v1' }, told: toldOf({ zone: 'a' }) },
    { application: anApplication({ name: 'old' }), told: null },
  ],
  teams: [aTeam({ quota: new Map([['pods', '5']]) })],
}

const told = (files: ChangedFiles) =>
  [...changedPaths(files)].map(({ branch, path, effect }) => `${effect} ${branch}:${path}`)

function filesOfEdit(...edits: Edit[]) {
  const { files } = impactOn(fleet, edits)
  const deleted = edits.some(({ kind, after }) => kind === 'cluster' && after === null)
  return withLeftFolders(files, [left], new Set(deleted ? ['one'] : []), toyRenderer)
}

const LEFT = [
  'removed dev:clusters/one/apps/ieb/app1.yaml',
  'removed dev:clusters/one/apps/ieb/old.yaml',
  'removed dev:clusters/one/base/network.yaml',
  'removed dev:clusters/one/base/root.yaml',
  'removed dev:clusters/one/config/ieb/app1.yml',
  'removed dev:clusters/one/teams/ieb/namespace.yaml',
  'removed dev:clusters/one/teams/ieb/project.yaml',
  'removed dev:clusters/one/teams/ieb/quota.yaml',
]

describe('a folder that a cluster left behind', () => {
  it('goes whole when it is cleared, with a root that was pointed at the new branch', () => {
    const files = clearedFiles([left], toyRenderer)
    expect(told(files)).toEqual(LEFT)
    expect(files.counts).toEqual({ added: 0, removed: LEFT.length, modified: 0 })
    expect(files.branches).toEqual(['dev'])
    const root = [...changedPaths(files)].find(({ path }) => path.endsWith('root.yaml'))
    expect(root).toMatchObject({ before: 'prod', after: null })
  })

  it('goes with its cluster, besides what goes on the branch where that lives', () => {
    const files = filesOfEdit({ kind: 'cluster', id: 1, after: null })
    expect(told(files).slice(0, LEFT.length)).toEqual(LEFT)
    expect(told(files).slice(LEFT.length)).toEqual(
      told(impactOn(fleet, [{ kind: 'cluster', id: 1, after: null }]).files),
    )
    expect(files.branches).toEqual(['dev', 'prod'])
    expect(files.counts.removed).toBe(told(files).length)
  })

  it('is compared with what the cluster has when it returns; of another cluster that comes, everything is new', () => {
    const files = filesOfEdit(
      { kind: 'cluster', id: 1, after: { ...NOW, environment: 'dev' } },
      { kind: 'cluster', id: 2, after: aTypedCluster({ name: 'two', environment: 'dev' }) },
    )
    const onDev = told(files).filter((line) => line.includes('dev:'))
    expect(onDev.filter((line) => line.includes('one'))).toEqual([
      'added dev:bootstrap/one.yaml',
      'modified dev:clusters/one/apps/ieb/app1.yaml',
      'added dev:clusters/one/apps/ieb/fresh.yaml',
      'removed dev:clusters/one/apps/ieb/old.yaml',
      'modified dev:clusters/one/base/root.yaml',
      'removed dev:clusters/one/config/ieb/app1.yml',
      'removed dev:clusters/one/teams/ieb/quota.yaml',
    ])
    expect(onDev.filter((line) => line.includes('two'))).toEqual([
      'added dev:bootstrap/two.yaml',
      'added dev:clusters/two/apps/ieb/app1.yaml',
      'added dev:clusters/two/apps/ieb/fresh.yaml',
      'added dev:clusters/two/base/network.yaml',
      'added dev:clusters/two/base/root.yaml',
      'added dev:clusters/two/teams/ieb/namespace.yaml',
      'added dev:clusters/two/teams/ieb/project.yaml',
    ])
    const { added, removed, modified } = files.counts
    expect(added + removed + modified).toBe(told(files).length)
  })

  it.each([
    ['its cluster goes to a third branch', { ...NOW, environment: 'stage' }],
    ['its cluster stays where it is', { ...NOW, shortName: 'uno' }],
  ])('stays as it is when %s', (_, after) => {
    const edit: Edit = { kind: 'cluster', id: 1, after }
    expect(told(filesOfEdit(edit))).toEqual(told(impactOn(fleet, [edit]).files))
  })
})
