// What a branch should contain, as patches of its tree: only what an edit touches, or everything, from the model.
import type { GitObject } from '#lib/adapters/git/object-id.ts'
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { type Written, writtenAmong } from '#lib/domain/fleet/written.ts'
import {
  type FileChange,
  type FileRenderer,
  placementTexts,
  type Variant,
} from '#lib/domain/git/file-change.ts'
import {
  basePath,
  bootstrapPath,
  clusterFolder,
  placementPath,
  teamPath,
} from '#lib/domain/git/repository-paths.ts'
import type { ChangedFiles, ChangedFolder } from '#lib/domain/impact/impact-files.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { foreignFiles } from '#lib/domain/reconcilers/declared-files.ts'
import { readVariant, variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { type RepositoryOwner, repositoryFiles } from '#lib/domain/reconcilers/repository-files.ts'
import { type Bits, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import { patchOf, requireOwned, type PatchedFile, type TreePatch } from './tree-patch.ts'

type Blob = (text: string) => GitObject

/** A placeholder for any cluster, used to take a path apart. */
const SOME_CLUSTER = 'c'

/** The patch of what an edit touched on one branch. */
export function editPatch(files: ChangedFiles, branch: string, blob: Blob): TreePatch {
  const shared = files.shared.map((file) => ({
    ...file,
    path: insideCluster(file.pathOn(SOME_CLUSTER), SOME_CLUSTER),
  }))
  const sharedPatches = keyed((indexes: readonly number[]) =>
    patchOf(
      indexes.map((index) => ({ path: shared[index]!.path, text: shared[index]!.after })),
      blob,
    ),
  )
  const bootstraps: PatchedFile[] = []
  const clusters = new Map<string, TreePatch>()
  for (const folder of files.folders) {
    if (folder.branch !== branch) continue
    const { bootstrap, own: ownFiles } = folder.files()
    if (bootstrap !== null) bootstraps.push(patched(bootstrap))
    const indexes = indexesIn(folder, files)
    const base = ownFiles.map((file) => insideOf(folder.cluster, patched(file)))
    const own = patchOf(base, blob)
    const common = sharedPatches(indexes)
    clusters.set(folder.cluster, { files: common.files, folders: merged(own, common) })
  }
  return branchPatch(patchOf(bootstraps, blob), clusters)
}

/**
 * The patch that names everything that Berth has on a branch: all of its clusters' folders, and the files at the top. What
 * another reconciler left in a folder goes.
 */
export function wholePatch(
  fleet: Fleet,
  branch: string,
  render: FileRenderer,
  owner: RepositoryOwner,
  blob: Blob,
): TreePatch {
  const clusters = fleet.clusters.ordered
    .map((id) => ({ id, cluster: typedIn(fleet, fleet.clusters.slots[id]!) }))
    .filter(({ cluster }) => render.branch(cluster) === branch)
  const { parts, byCluster } = partsByCluster(fleet)
  const common = remembered((variant: Variant) =>
    commonFolders(fleet, parts, variant, render, blob),
  )
  const foreignBase = remembered((variant: Variant) =>
    foreignIn('base', variant, (file) => basePath(SOME_CLUSTER, file)),
  )
  const folders = new Map<string, TreePatch>()
  const bootstraps: PatchedFile[] = []
  for (const { id, cluster } of clusters) {
    const path = requireOwned(bootstrapPath(cluster.name))
    bootstraps.push({ path, text: render.bootstrap(cluster) })
    const variant = variantOf(cluster)
    const own = patchOf([...baseFilesOf(cluster, render), ...foreignBase(variant)], blob)
    const shared = common(variant)(byCluster.get(id) ?? [])
    folders.set(cluster.name, { files: new Map(), folders: merged(own, shared) })
  }
  const top = patchOf(topFiles(owner), blob)
  const body = branchPatch(patchOf(bootstraps, blob), folders)
  return { files: top.files, folders: new Map([...top.folders, ...body.folders]) }
}

function topFiles(owner: RepositoryOwner): PatchedFile[] {
  return [...repositoryFiles(owner)].map(([path, text]) => ({ path: requireOwned(path), text }))
}

export function removalPatch(paths: readonly string[], blob: Blob): TreePatch {
  return patchOf(
    paths.map((path) => ({ path: requireOwned(path), text: null })),
    blob,
  )
}

function branchPatch(top: TreePatch, clusters: ReadonlyMap<string, TreePatch>): TreePatch {
  if (clusters.size === 0) return top
  const folders = new Map(top.folders)
  folders.set('clusters', { files: new Map(), folders: clusters })
  return { files: top.files, folders }
}

/** `base` belongs to the cluster alone; the rest of its folder is shared with clusters like it. */
function merged(own: TreePatch, common: TreePatch): ReadonlyMap<string, TreePatch> {
  return own.folders.size === 0 ? common.folders : new Map([...own.folders, ...common.folders])
}

function indexesIn({ siteId }: ChangedFolder, { shared }: ChangedFiles): number[] {
  const indexes: number[] = []
  if (siteId === null) return indexes
  for (const [index, { clusters }] of shared.entries()) {
    if (hasBit(clusters, siteId)) indexes.push(index)
  }
  return indexes
}

function patched({ path, after }: FileChange): PatchedFile {
  return { path: requireOwned(path), text: after }
}

function insideOf(cluster: string, { path, text }: PatchedFile): PatchedFile {
  return { path: insideCluster(path, cluster), text }
}

function insideCluster(path: string, cluster: string): string {
  return requireOwned(path).slice(clusterFolder(cluster).length + 1)
}

function baseFilesOf(cluster: TypedCluster, render: FileRenderer): PatchedFile[] {
  return [...render.base(cluster)].map(([file, text]) =>
    insideOf(cluster.name, { path: basePath(cluster.name, file), text }),
  )
}

/** The removal of what only other reconcilers write into a folder of clusters with this variant. */
function foreignIn(
  folder: 'base' | 'team',
  variant: Variant,
  pathOf: (file: string) => string,
): PatchedFile[] {
  return foreignFiles(folder, readVariant(variant).reconciler).map((file) => ({
    path: insideCluster(pathOf(file), SOME_CLUSTER),
    text: null,
  }))
}

/** What clusters can have of an application, or null where none is released. */
type Part = { readonly team: string; readonly written: Written | null }

/** The indexes of the parts on each cluster, by namespace, then by name of the application. */
function partsByCluster(fleet: Fleet) {
  const parts: Part[] = []
  const byCluster = new Map<number, number[]>()
  const put = (part: Part, clusters: Bits) => {
    const index = parts.push(part) - 1
    for (const cluster of idsIn(clusters)) {
      const there = byCluster.get(cluster)
      if (there === undefined) byCluster.set(cluster, [index])
      else there.push(index)
    }
  }
  for (const id of fleet.applications.ordered) {
    const { team } = fleet.applications.slots[id]!
    for (const written of writtenAmong(fleet, id, placementsOf(fleet, id))) {
      put({ team, written }, written.clusters)
    }
    put({ team, written: null }, unreleasedAmong(fleet, id, [placementsOf(fleet, id)]))
  }
  return { parts, byCluster }
}

/**
 * The folders `apps`, `config` and `teams` of clusters with this variant and these parts; each part and team is rendered once. A team
 * is where its applications are placed, released or not.
 */
function commonFolders(
  fleet: Fleet,
  parts: readonly Part[],
  variant: Variant,
  render: FileRenderer,
  blob: Blob,
) {
  const applicationFiles = remembered((index: number): readonly PatchedFile[] => {
    const { written } = parts[index]!
    if (written === null) return []
    const { team, name } = written.application
    return [...placementTexts(written, variant, render)].map(([part, text]) => ({
      path: insideCluster(placementPath(part, SOME_CLUSTER, team, name), SOME_CLUSTER),
      text,
    }))
  })
  const teamFiles = remembered((name: string): readonly PatchedFile[] => {
    const team = findByName(fleet.teams, name)?.object
    if (team === undefined) return []
    const pathOf = (file: string) => teamPath(SOME_CLUSTER, name, file)
    const own = [...render.team(team, variant)].map(([file, text]) => ({
      path: insideCluster(pathOf(file), SOME_CLUSTER),
      text,
    }))
    return [...own, ...foreignIn('team', variant, pathOf)]
  })
  return keyed((indexes: readonly number[]) => {
    const teams = new Set(indexes.map((index) => parts[index]!.team))
    return patchOf([...indexes.flatMap(applicationFiles), ...[...teams].flatMap(teamFiles)], blob)
  })
}

/** Creates a patch only once for each list of ids. */
function keyed(make: (ids: readonly number[]) => TreePatch): (ids: readonly number[]) => TreePatch {
  const byKey = remembered((key: string) => make(key === '' ? [] : key.split(',').map(Number)))
  return (ids) => byKey(ids.join(','))
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = make(key)
    known.set(key, value)
    return value
  }
}
