// Which files of the Git tree an edit touches. Files that are alike on many clusters stand here once, with the clusters as
// bits; only a cluster's own files stand one by one. Counts, listing and digest are all read from this.
//
// A cluster that moves to another branch appears there whole, while of its old folder only the root is pointed at the new
// branch: the old folder goes later, when the cluster has followed, so that nothing on it is pruned.
import { countBits, hasBit, uniteAll } from './bits.ts'
import type { Bits } from './bits.ts'
import { ownFilesOf } from './cluster-files.ts'
import { fileEffect } from './file-change.ts'
import type { FileChange, FileCounts, FileRenderer } from './file-change.ts'
import { sitesOf } from './impact-sites.ts'
import type { Sites } from './impact-sites.ts'
import type { Impact } from './impact.ts'
import { sharedFilesOf } from './shared-files.ts'
import type { SharedFile } from './shared-files.ts'
import { compareText, idsByName } from './shelf.ts'

/** A cluster whose files the edit touches on a branch. */
export type ChangedFolder = {
  readonly branch: string
  readonly cluster: string
  /** Its member in `SharedFile.clusters`; null: none of them is touched here. */
  readonly siteId: number | null
  readonly bootstrap: FileChange | null
  /** Besides, by path: those in its base folder, and all where it had left a folder or returns to one. */
  readonly own: readonly FileChange[]
}

export type ChangedFiles = {
  readonly counts: FileCounts
  /** The names of the branches with a touched file, sorted. */
  readonly branches: readonly string[]
  /** By name of the cluster; of a cluster that moves first the branch that it leaves. */
  readonly folders: readonly ChangedFolder[]
  readonly shared: readonly SharedFile[]
}

/** The files that an impact touches. Renders once for each application, team and cluster whose files differ. */
export function filesOf(impact: Impact, render: FileRenderer): ChangedFiles {
  const sites = sitesOf(impact.clusters, render.branch)
  const shared = sharedFilesOf(impact, sites, render)
  const sharing = uniteAll(shared.map((file) => file.clusters))
  const folders = [
    ...siteFolders(sites, sharing, render),
    ...otherFolders(impact, sites, sharing, render),
  ]
  return changedFiles(folders, shared)
}

/** All files of an edit, from those that are a cluster's own and those that are alike on many. */
export function changedFiles(
  folders: readonly ChangedFolder[],
  shared: readonly SharedFile[],
): ChangedFiles {
  return {
    counts: countFiles(folders, shared),
    branches: [...new Set(folders.map((folder) => folder.branch))].sort(compareText),
    folders: folders.toSorted((a, b) => compareText(a.cluster, b.cluster)),
    shared,
  }
}

/** The folders of clusters that the edit creates, replaces or deletes. */
function siteFolders(sites: Sites, sharing: Bits, render: FileRenderer): ChangedFolder[] {
  return [...sites.byId.values()].flatMap((site) => {
    const { branchBefore, branchAfter } = site
    const sharingBranch = hasBit(sharing, site.id) ? (branchAfter ?? branchBefore) : null
    return ownFilesOf(site, render)
      .map((files) => ({
        ...files,
        cluster: (site.after ?? site.before)!.name,
        siteId: files.branch === sharingBranch ? site.id : null,
      }))
      .filter(({ bootstrap, own, siteId }) => bootstrap || own.length > 0 || siteId !== null)
  })
}

/** The folders of all other clusters: the edit touches only files that are shared. */
function otherFolders(
  impact: Impact,
  sites: Sites,
  sharing: Bits,
  render: FileRenderer,
): ChangedFolder[] {
  return idsByName(impact.after.clusters, sharing)
    .filter((id) => !sites.byId.has(id))
    .map((id) => {
      const cluster = impact.after.clusters.slots[id]!
      const branch = render.branch(cluster)
      return { branch, cluster: cluster.name, siteId: id, bootstrap: null, own: [] }
    })
}

function countFiles(folders: readonly ChangedFolder[], shared: readonly SharedFile[]): FileCounts {
  const counts = { added: 0, removed: 0, modified: 0 }
  for (const file of shared) counts[fileEffect(file)] += countBits(file.clusters)
  for (const { bootstrap, own } of folders) {
    if (bootstrap !== null) counts[fileEffect(bootstrap)]++
    for (const file of own) counts[fileEffect(file)]++
  }
  return counts
}
