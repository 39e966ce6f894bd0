import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { anApplication, aCluster, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import type { FolderFiles } from './cluster-files.ts'
import { impactDigest } from './impact-digest.ts'
import { folderOf } from './impact-files.ts'
import type { ChangedFiles, ChangedFolder } from './impact-files.ts'
import type { SharedFile } from './shared-files.ts'

const { impact: nothing } = impactOn(emptyFleet(), [])
/** The content itself in place of its hash. */
const unhashed = (chunks: Iterable<Uint8Array>) => Buffer.concat([...chunks]).toString('latin1')

function folder(given: Partial<ChangedFolder & FolderFiles>): ChangedFolder {
  const { bootstrap = null, own = [], ...place } = given
  const files = { bootstrap, own }
  return folderOf({ branch: 'main', cluster: 'c1', siteId: 1, ...place }, () => files)
}

const pathOn = (cluster: string) => `clusters/${cluster}/teams/ieb/quota.yaml`

function file(text: string, ids: readonly number[]): SharedFile {
  return { pathOn, before: null, after: text, clusters: bitsOf(ids) }
}

function digestOf(files: Pick<ChangedFiles, 'folders' | 'shared'>) {
  const counts = { added: 0, removed: 0, modified: 0 }
  return impactDigest(nothing, { ...files, counts, branches: [] }, unhashed)
}

const folders = [folder({}), folder({ cluster: 'c2', siteId: 2 })]

it('is the same however equal files are grouped and ordered', () => {
  const digest = digestOf({ folders, shared: [file('a', [1, 2]), file('b', [2])] })
  expect(digestOf({ folders, shared: [file('b', [2]), file('a', [2]), file('a', [1])] })).toBe(
    digest,
  )
})

it('is the same for other ids of the same clusters', () => {
  const others = [folder({ siteId: 70 }), folder({ cluster: 'c2', siteId: 3 })]
  expect(digestOf({ folders: others, shared: [file('a', [70])] })).toBe(
    digestOf({ folders, shared: [file('a', [1])] }),
  )
})

const change = (before: string, after: string) => ({ path: 'p', before, after })
it.each([
  { what: 'a text', folders, shared: [file('b', [1])] },
  { what: 'the clusters of a file', folders, shared: [file('a', [2])] },
  { what: 'one more cluster', folders, shared: [file('a', [1]), file('a', [2])] },
  { what: 'a branch', folders: [folder({ branch: 'x' }), folders[1]!], shared: [file('a', [1])] },
  { what: 'a name', folders: [folder({ cluster: 'c0' }), folders[1]!], shared: [file('a', [1])] },
  {
    what: 'a base file',
    folders: [folder({ own: [change('1', '2')] }), folders[1]!],
    shared: [file('a', [1])],
  },
  {
    what: 'a bootstrap file',
    folders: [folder({ bootstrap: change('1', '2') }), folders[1]!],
    shared: [file('a', [1])],
  },
])('differs when $what does', ({ folders: others, shared }) => {
  expect(digestOf({ folders: others, shared })).not.toBe(
    digestOf({ folders, shared: [file('a', [1])] }),
  )
})

it('knows a cluster by its name, also one that is deleted and created again', () => {
  const fleet = emptyFleet().with([
    editTo(0, aTeam({})),
    editTo(0, anApplication({})),
    editTo(0, aCluster({})),
    editTo(0, aPolicy({})),
  ])
  const digestOf = (edits: Parameters<typeof impactOn>[1]) => {
    const { impact, files } = impactOn(fleet, edits)
    expect(impact.counts.placements).toEqual({ added: 1, removed: 1, changed: 0, kept: 0 })
    expect(files.counts).toEqual({ added: 0, removed: 0, modified: 0 })
    return impactDigest(impact, files, unhashed)
  }
  const clusterAgain = [{ kind: 'cluster', id: 0, after: null } as const, editTo(1, aCluster({}))]
  const applicationAgain = [
    { kind: 'application', id: 0, after: null } as const,
    editTo(1, anApplication({})),
  ]
  expect(digestOf(clusterAgain)).toBe(digestOf(applicationAgain))
})
