// Folders that clusters left behind on branches where they no longer live. The fleet doesn't have them, so what an edit does
// to one follows from how it was left: it goes with its cluster, is replaced when the cluster returns, or is cleared.
import { changedTexts, placementTexts } from '#lib/domain/git/file-change.ts'
import type { FileChange, FileRenderer, Texts } from '#lib/domain/git/file-change.ts'
import { basePath, placementPath, teamPath } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Told } from '#lib/domain/values/told.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { bitsOf, hasBit, isEmpty, subtract } from '#lib/domain/sets/bits.ts'
import { changedFiles, folderOf } from './impact-files.ts'
import type { ChangedFiles, ChangedFolder } from './impact-files.ts'

export type LeftFolder = {
  readonly branch: string
  /** As it was once it had left: the root in the folder points at the branch of this state. */
  readonly cluster: TypedCluster
  /**
   * What was delivered to it until then, from the source that it had, and what that was told there; of what was unreleased it has
   * no file.
   */
  readonly applications: readonly Placed[]
  /** The owning teams of all that was placed on it, as they were. */
  readonly teams: readonly Team[]
}

type Placed = { readonly application: Application; readonly told: Told | null }

/** The files of an edit that clears folders and does nothing else. */
export function clearedFiles(left: readonly LeftFolder[], render: FileRenderer): ChangedFiles {
  return changedFiles(
    left.map((folder) => clearedFolder(folder, render)),
    [],
  )
}

/**
 * Adds to the files of an edit what it does to `left`, the folders that its clusters had left: those of `deleted` clusters
 * are removed, and where a cluster returns, its files are compared with those that it left there.
 */
export function withLeftFolders(
  files: ChangedFiles,
  left: readonly LeftFolder[],
  deleted: ReadonlySet<string>,
  render: FileRenderer,
): ChangedFiles {
  if (left.length === 0) return files
  const { folders, shared } = files
  const touched = new Map(folders.map((each) => [placeOf(each.branch, each.cluster), each]))
  const returned = new Map<ChangedFolder, ChangedFolder>()
  const cleared: ChangedFolder[] = []
  for (const folder of left) {
    const { name } = folder.cluster
    const there = touched.get(placeOf(folder.branch, name))
    if (there)
      returned.set(
        there,
        returnedFolder(there, shared, () => leftTexts(folder, render)),
      )
    else if (deleted.has(name)) cleared.push(clearedFolder(folder, render))
  }
  const told = bitsOf([...returned.keys()].flatMap(({ siteId }) => siteId ?? []))
  return changedFiles(
    [...folders.map((folder) => returned.get(folder) ?? folder), ...cleared],
    shared
      .map((file) => ({ ...file, clusters: subtract(file.clusters, told) }))
      .filter(({ clusters }) => !isEmpty(clusters)),
  )
}

const placeOf = (branch: string, cluster: string) => `${branch} ${cluster}`

function clearedFolder(folder: LeftFolder, render: FileRenderer): ChangedFolder {
  const place = { branch: folder.branch, cluster: folder.cluster.name, siteId: null }
  return folderOf(place, () => ({
    bootstrap: null,
    own: fileChangesOf(leftTexts(folder, render), new Map()),
  }))
}

/** What the cluster will have there, compared with what it left. */
function returnedFolder(
  { branch, cluster, siteId, files }: ChangedFolder,
  shared: ChangedFiles['shared'],
  before: () => Texts,
): ChangedFolder {
  return folderOf({ branch, cluster, siteId: null }, () => {
    const { bootstrap, own } = files()
    const after = new Map<string, string>()
    for (const { path, after: text } of own) if (text !== null) after.set(path, text)
    for (const { pathOn, after: text, clusters } of shared) {
      if (text !== null && siteId !== null && hasBit(clusters, siteId)) {
        after.set(pathOn(cluster), text)
      }
    }
    return { bootstrap, own: fileChangesOf(before(), after) }
  })
}

function fileChangesOf(before: Texts, after: Texts): FileChange[] {
  return changedTexts(before, after).map(({ file: path, before, after }) => ({
    path,
    before,
    after,
  }))
}

/** By path. */
function leftTexts({ cluster, applications, teams }: LeftFolder, render: FileRenderer): Texts {
  const { name } = cluster
  const variant = variantOf(cluster)
  const texts = new Map<string, string>()
  for (const [file, text] of render.base(cluster)) texts.set(basePath(name, file), text)
  for (const placed of applications) {
    const { application } = placed
    for (const [part, text] of placementTexts(placed, variant, render)) {
      texts.set(placementPath(part, name, application.team, application.name), text)
    }
  }
  for (const team of teams) {
    for (const [file, text] of render.team(team, variant)) {
      texts.set(teamPath(name, team.name, file), text)
    }
  }
  return texts
}
