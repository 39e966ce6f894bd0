// The files of an edit that belong to one cluster: its base folder and its bootstrap file, on the branches that it lives on.
import { NO_TEXTS, changedTexts } from '#lib/domain/git/file-change.ts'
import type { FileChange, FileRenderer, Texts } from '#lib/domain/git/file-change.ts'
import { basePath, bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Site } from './impact-sites.ts'

/** A folder's own files that an edit touches. */
export type FolderFiles = {
  readonly bootstrap: FileChange | null
  /** The others, by path: those of its base folder, or all of a folder that the cluster had left. */
  readonly own: readonly FileChange[]
}

export const NO_FILES: FolderFiles = { bootstrap: null, own: [] }

/** A cluster's own files on one branch, rendered at each call. */
type OwnFiles = { readonly branch: string; readonly files: () => FolderFiles }

/**
 * A site's own files on its branch. If the cluster moves: first those on the old branch, where only the root changes, to
 * point at the new branch, then those on the new one.
 */
export function ownFilesOf(site: Site, render: FileRenderer): OwnFiles[] {
  const { branchBefore, branchAfter } = site
  if (bytesAreKept(site, render)) return [{ branch: branchAfter!, files: () => NO_FILES }]
  const before = () => clusterTexts(site.before, render)
  const after = () => clusterTexts(site.after, render)
  const name = (site.after ?? site.before)!.name
  if (branchBefore === null || branchAfter === null || branchBefore === branchAfter) {
    const branch = (branchAfter ?? branchBefore)!
    return [{ branch, files: () => changedFiles(name, before(), after()) }]
  }
  const left = () => {
    const { bootstrap, base } = before()
    return { bootstrap, base: rootIn(base, render.root(site.before!)) }
  }
  const leaving = () => ({
    bootstrap: null,
    base: rootIn(render.base(site.after!), render.root(site.after!)),
  })
  return [
    { branch: branchBefore, files: () => changedFiles(name, left(), leaving()) },
    { branch: branchAfter, files: () => changedFiles(name, ABSENT, after()) },
  ]
}

function bytesAreKept({ before, after, branchBefore, branchAfter }: Site, render: FileRenderer) {
  if (before === null || after === null || branchBefore !== branchAfter) return false
  return render.clusterShape(before) === render.clusterShape(after)
}

type ClusterTexts = { readonly bootstrap: string | null; readonly base: Texts }

const ABSENT: ClusterTexts = { bootstrap: null, base: NO_TEXTS }

function clusterTexts(cluster: TypedCluster | null, render: FileRenderer): ClusterTexts {
  if (cluster === null) return ABSENT
  return { bootstrap: render.bootstrap(cluster), base: render.base(cluster) }
}

function rootIn(base: Texts, file: string): Texts {
  const text = base.get(file)
  return text === undefined ? NO_TEXTS : new Map([[file, text]])
}

function changedFiles(cluster: string, before: ClusterTexts, after: ClusterTexts): FolderFiles {
  const bootstrap = {
    path: bootstrapPath(cluster),
    before: before.bootstrap,
    after: after.bootstrap,
  }
  return {
    bootstrap: before.bootstrap === after.bootstrap ? null : bootstrap,
    own: changedTexts(before.base, after.base).map(({ file, before, after }) => ({
      path: basePath(cluster, file),
      before,
      after,
    })),
  }
}
