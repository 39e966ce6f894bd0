// Folders that clusters left behind on branches where they no longer live. The model doesn't have them, so what an edit does
// to them is told from how each was left: it goes with its cluster, gives way when the cluster returns, or is cleared.
import { changedTexts } from '#lib/domain/git/file-change.ts'
import type { FileChange, FileRenderer, Texts } from '#lib/domain/git/file-change.ts'
import { applicationPath, basePath, teamPath } from '#lib/domain/git/repository-paths.ts'
import type { Application, Cluster, Team } from '#lib/domain/objects/objects.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { bitsOf, hasBit, isEmpty, subtract } from '#lib/domain/sets/bits.ts'
import { changedFiles, folderOf } from './impact-files.ts'
import type { ChangedFiles, ChangedFolder } from './impact-files.ts'

export type LeftFolder = {
  readonly branch: string
  /** As it became when it left: the root in the folder was pointed at the branch of this state. */
  readonly cluster: Cluster
  /** Those that were placed on it until then, and the teams that own them, as they were. */
  readonly applications: readonly Application[]
  readonly teams: readonly Team[]
}

/** The files of an edit that clears folders and does nothing else. */
export function clearedFiles(left: readonly LeftFolder[], render: FileRenderer): ChangedFiles {
  return changedFiles(
    left.map((folder) => clearedFolder(folder, render)),
    [],
  )
}

/**
 * The files of an edit, given those that it touches apart from left folders. `left` are the folders that the edited clusters
 * had left: of one that is among the deleted they go, and to one that lives there again the folder is not new.
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

/** All that the cluster is to have there, held against what it left there. */
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
  for (const application of applications) {
    const path = applicationPath(name, application.team, application.name)
    texts.set(path, render.application(application, variant))
  }
  for (const team of teams) {
    for (const [file, text] of render.team(team, variant)) {
      texts.set(teamPath(name, team.name, file), text)
    }
  }
  return texts
}
