// Which files of the Git tree an edit touches. A file that is the same on many clusters is listed once, with the clusters as
// bits; only a cluster's own files are listed one by one. Counts, listing and digest are all read from this.
//
// When a cluster moves to another branch, its whole folder is added there, and in its old folder only the root changes, to
// point at the new branch. The old folder goes later, when the cluster has followed, so that nothing on it is pruned.
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { fileEffect } from '#lib/domain/git/file-change.ts'
import type { FileCounts, FileRenderer } from '#lib/domain/git/file-change.ts'
import { countBits, hasBit, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { NO_FILES, ownFilesOf } from './cluster-files.ts'
import type { FolderFiles } from './cluster-files.ts'
import { sitesOf } from './impact-sites.ts'
import type { Sites } from './impact-sites.ts'
import type { Impact } from './impact.ts'
import { sharedFilesOf } from './shared-files.ts'
import type { SharedFile } from './shared-files.ts'

/** A cluster whose files the edit touches on a branch. */
export type ChangedFolder = {
  readonly branch: string
  readonly cluster: string
  /** Its id in `SharedFile.clusters`; null: no shared file is touched here. */
  readonly siteId: number | null
  /** New clusters of one shape have the same own files, except for names and branches; null: it isn't new. */
  readonly shape: string | null
  /** How many of its own files are touched. */
  readonly counts: FileCounts
  /** Its own files, rendered at each call: the texts of all clusters of a wide edit would take too much memory. */
  readonly files: () => FolderFiles
}

export type ChangedFiles = {
  readonly counts: FileCounts
  /** The names of the branches with a touched file, sorted. */
  readonly branches: readonly string[]
  /** By name of the cluster; if it moves, the branch that it leaves comes first. */
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

const NO_COUNTS: FileCounts = { added: 0, removed: 0, modified: 0 }

/** A folder whose own files are touched. */
export function folderOf(
  place: Pick<ChangedFolder, 'branch' | 'cluster' | 'siteId'>,
  files: () => FolderFiles,
): ChangedFolder {
  return { ...place, shape: null, counts: countsOfFolder(files()), files }
}

function countsOfFolder({ bootstrap, own }: FolderFiles): FileCounts {
  const counts = { ...NO_COUNTS }
  if (bootstrap !== null) counts[fileEffect(bootstrap)]++
  for (const file of own) counts[fileEffect(file)]++
  return counts
}

/** All files of an edit, from the clusters' own and the shared ones. */
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
  const countsOfShape = new Map<string, FileCounts>()
  return [...sites.byId.values()].flatMap((site) => {
    const { branchBefore, branchAfter } = site
    const sharingBranch = hasBit(sharing, site.id) ? (branchAfter ?? branchBefore) : null
    const cluster = (site.after ?? site.before)!.name
    return ownFilesOf(site, render)
      .map(({ branch, files }) => {
        const siteId = branch === sharingBranch ? site.id : null
        const shape = site.before === null ? render.clusterShape(site.after!) : null
        const known = shape === null ? undefined : countsOfShape.get(shape)
        const counts = known ?? countsOfFolder(files())
        if (shape !== null) countsOfShape.set(shape, counts)
        return { branch, cluster, siteId, shape, counts, files }
      })
      .filter((folder) => folder.siteId !== null || hasFiles(folder))
  })
}

function hasFiles({ counts }: ChangedFolder): boolean {
  return counts.added + counts.removed + counts.modified > 0
}

/** The folders of all other clusters, in which the edit touches only shared files. */
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
      return {
        branch: render.branch(cluster),
        cluster: cluster.name,
        siteId: id,
        shape: null,
        counts: NO_COUNTS,
        files: noFiles,
      }
    })
}

// One for all: there may be as many folders as clusters.
const noFiles = () => NO_FILES

function countFiles(folders: readonly ChangedFolder[], shared: readonly SharedFile[]): FileCounts {
  const counts = { ...NO_COUNTS }
  for (const file of shared) counts[fileEffect(file)] += countBits(file.clusters)
  for (const { counts: own } of folders) {
    counts.added += own.added
    counts.removed += own.removed
    counts.modified += own.modified
  }
  return counts
}
