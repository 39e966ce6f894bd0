// The files of an edit that are one cluster's own: its base folder and its bootstrap file, on the branches that it lives on.
import { NO_TEXTS, changedTexts } from './file-change.ts'
import type { FileChange, FileRenderer, Texts } from './file-change.ts'
import type { Site } from './impact-sites.ts'
import type { Cluster } from './objects.ts'
import { basePath, bootstrapPath } from './repository-paths.ts'

const ROOT_FILE = 'root.yaml'

/** A cluster's own files that an edit touches on one branch. */
type OwnFiles = {
  readonly branch: string
  readonly bootstrap: FileChange | null
  readonly own: readonly FileChange[]
}

/**
 * A site's own files on its branch. Of a cluster that moves first those on the old branch, where the root is pointed at the
 * new one and nothing else of the folder is touched, then those on the new.
 */
export function ownFilesOf(site: Site, render: FileRenderer): OwnFiles[] {
  const { branchBefore, branchAfter } = site
  if (bytesAreKept(site, render)) return [{ branch: branchAfter!, bootstrap: null, own: [] }]
  const before = clusterTexts(site.before, render)
  const after = clusterTexts(site.after, render)
  const name = (site.after ?? site.before)!.name
  if (branchBefore === null || branchAfter === null || branchBefore === branchAfter) {
    return [ownFiles(name, (branchAfter ?? branchBefore)!, before, after)]
  }
  const leaving = { bootstrap: null, base: rootOf(after) }
  const left = { bootstrap: before.bootstrap, base: rootOf(before) }
  return [ownFiles(name, branchBefore, left, leaving), ownFiles(name, branchAfter, ABSENT, after)]
}

function bytesAreKept({ before, after, branchBefore, branchAfter }: Site, render: FileRenderer) {
  if (before === null || after === null || branchBefore !== branchAfter) return false
  return !render.clusterBytesDiffer(before, after)
}

type ClusterTexts = { readonly bootstrap: string | null; readonly base: Texts }

const ABSENT: ClusterTexts = { bootstrap: null, base: NO_TEXTS }

function clusterTexts(cluster: Cluster | null, render: FileRenderer): ClusterTexts {
  if (cluster === null) return ABSENT
  return { bootstrap: render.bootstrap(cluster), base: render.base(cluster) }
}

function rootOf({ base }: ClusterTexts): Texts {
  const text = base.get(ROOT_FILE)
  return text === undefined ? NO_TEXTS : new Map([[ROOT_FILE, text]])
}

function ownFiles(
  cluster: string,
  branch: string,
  before: ClusterTexts,
  after: ClusterTexts,
): OwnFiles {
  const bootstrap = {
    path: bootstrapPath(cluster),
    before: before.bootstrap,
    after: after.bootstrap,
  }
  return {
    branch,
    bootstrap: before.bootstrap === after.bootstrap ? null : bootstrap,
    own: changedTexts(before.base, after.base).map(({ file, before, after }) => ({
      path: basePath(cluster, file),
      before,
      after,
    })),
  }
}
