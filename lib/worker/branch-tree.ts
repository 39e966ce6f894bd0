// The tree that a branch is to have after a batch of changes, made from the tree that it has.
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import type { GitObject } from '#lib/adapters/git/object-id.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { findEntry } from '#lib/domain/git/git-tree.ts'
import { applicationPath, basePath, teamPath } from '#lib/domain/git/repository-paths.ts'
import { type ChangedFiles, filesOf } from '#lib/domain/impact/impact-files.ts'
import { impactOf } from '#lib/domain/impact/impact.ts'
import { declaredFiles } from '#lib/domain/reconcilers/declared-files.ts'
import type { RepositoryOwner } from '#lib/domain/reconcilers/repository-files.ts'
import { editPatch, removalPatch, wholePatch } from './branch-patch.ts'
import type { FleetStep } from './fleet-history.ts'
import { blobMaker } from './tree-patch.ts'
import { updateTree, type ReadTree } from './tree-update.ts'

export type NewTree = {
  readonly id: string
  /** What has to be written for it. */
  readonly objects: readonly GitObject[]
  /** Reads trees, those among `objects` included. */
  readonly read: ReadTree
  /** When it was held against the whole model: the trees in it that hold nothing foreign. */
  readonly pure: ReadonlySet<string>
  /** Whether a file stands in it. */
  readonly holds: (path: string) => Promise<boolean>
}

type Order = {
  readonly tip: string | null
  readonly readTree: ReadTree
  readonly branch: string
  readonly step: FleetStep
  /** Paths that go, wherever they still stand. */
  readonly gone: readonly string[]
  readonly render: FileRenderer
  /** Given, the branch is held against the whole model as well, and what differs is put right, as this owner's. */
  readonly whole: RepositoryOwner | null
}

export async function newTree(order: Order): Promise<NewTree> {
  const { tip, readTree, branch, step, gone, render, whole } = order
  const blob = blobMaker()
  const patches = gone.length === 0 ? [] : [removalPatch(gone, blob)]
  // A branch that isn't there yet has nothing to lose, and gets everything from the whole model.
  if (tip !== null || whole === null)
    patches.push(editPatch(filesOfStep(step, render), branch, blob))
  if (whole !== null) patches.push(wholePatch(step.after, branch, render, whole, blob))
  const { tree, objects, pure } = await updateTree(readTree, tip, patches, {
    whole: whole !== null,
  })
  if (tree === null) throw new Error('A branch has at least the files at the top')
  const trees = new Map(objects.map((object) => [object.id, object]))
  const read: ReadTree = async (id) => trees.get(id)?.body ?? readTree(id)
  return { id: tree, objects, read, pure, holds: (path) => holdsFile(read, tree, path) }
}

/** As the preview of these edits has them: it is the same code. */
function filesOfStep({ before, after, edits }: FleetStep, render: FileRenderer): ChangedFiles {
  return filesOf(impactOf(before, after, edits, render), render)
}

/** All that can stand in a folder that was left behind. */
export function heldPaths({ cluster, applications }: HeldFolder): string[] {
  const teams = [...new Set(applications.map(({ team }) => team))]
  return [
    ...declaredFiles('base').map((file) => basePath(cluster, file)),
    ...applications.map(({ team, name }) => applicationPath(cluster, team, name)),
    ...teams.flatMap((team) => declaredFiles('team').map((file) => teamPath(cluster, team, file))),
  ]
}

async function holdsFile(read: ReadTree, root: string, path: string): Promise<boolean> {
  const names = path.split('/')
  const file = names.pop()!
  let tree: string = root
  for (const name of names) {
    const bytes = await read(tree)
    const entry = bytes && findEntry(bytes, name)
    if (entry?.mode !== '40000') return false
    tree = entry.id
  }
  const bytes = await read(tree)
  return bytes !== null && findEntry(bytes, file) !== null
}
