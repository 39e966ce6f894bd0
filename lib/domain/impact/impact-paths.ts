// The files that an edit touches, one by one in the order of a Git tree. They are made while they are read, so that the first
// page of a long diff costs one page.
import { fileEffect } from '#lib/domain/git/file-change.ts'
import type { FileChange, FileCounts } from '#lib/domain/git/file-change.ts'
import { bootstrapPath, clusterFolder } from '#lib/domain/git/repository-paths.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { ChangedFiles, ChangedFolder } from './impact-files.ts'
import type { SharedFile } from './shared-files.ts'

export type ChangedPath = FileChange & {
  readonly branch: string
  readonly effect: keyof FileCounts
}

/** Every touched file: by name of the branch, then by path. */
export function* changedPaths({ branches, folders, shared }: ChangedFiles): Generator<ChangedPath> {
  const byBranch = Map.groupBy(folders, (folder) => folder.branch)
  for (const branch of branches) {
    for (const file of filesOfBranch(byBranch.get(branch) ?? [], shared)) {
      yield { branch, ...file, effect: fileEffect(file) }
    }
  }
}

/** A branch's `bootstrap` folder comes before its `clusters`. */
function* filesOfBranch(
  folders: readonly ChangedFolder[],
  shared: readonly SharedFile[],
): Generator<FileChange> {
  const sorted = (pathOf: (cluster: string) => string) =>
    folders.map((folder) => ({ folder, path: pathOf(folder.cluster) })).sort(compareByPath)
  for (const { folder } of sorted(bootstrapPath)) {
    const { bootstrap } = folder.files()
    if (bootstrap !== null) yield bootstrap
  }
  // Git orders a folder as if its name ended in a slash: `a-b/x` comes before `a/x`.
  for (const { folder } of sorted((cluster) => `${clusterFolder(cluster)}/`)) {
    yield* [...folder.files().own, ...sharedFilesIn(folder, shared)].sort(compareByPath)
  }
}

function sharedFilesIn({ cluster, siteId }: ChangedFolder, shared: readonly SharedFile[]) {
  if (siteId === null) return []
  return shared
    .filter(({ clusters }) => hasBit(clusters, siteId))
    .map(({ pathOn, before, after }): FileChange => ({ path: pathOn(cluster), before, after }))
}

function compareByPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareText(a.path, b.path)
}
