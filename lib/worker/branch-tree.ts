// Computes a branch's tree after a batch of changes from the tree that it has.
import type { HeldFolder } from '#db/queries/cluster-moves.ts'
import type { GitObject } from '#lib/adapters/git/object-id.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { findEntry } from '#lib/domain/git/git-tree.ts'
import { basePath, placementPaths, teamPath } from '#lib/domain/git/repository-paths.ts'
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
  /** The objects that have to be written for it. */
  readonly objects: readonly GitObject[]
  /** Reads trees, including those among `objects`. */
  readonly read: ReadTree
  /** After a comparison with the whole model: the trees in it without anything foreign. */
  readonly pure: ReadonlySet<string>
  /** Whether the tree contains a file. */
  readonly holds: (path: string) => Promise<boolean>
}

type Order = {
  readonly tip: string | null
  readonly readTree: ReadTree
  readonly branch: string
  readonly step: FleetStep
  /** Paths to remove, where they still exist. */
  readonly gone: readonly string[]
  readonly render: FileRenderer
  /** When given, the branch is also compared with the whole model, and made equal to it, for this owner. */
  readonly whole: RepositoryOwner | null
}

export async function newTree(order: Order): Promise<NewTree> {
  const { tip, readTree, branch, step, gone, render, whole } = order
  const blob = blobMaker()
  const patches = gone.length === 0 ? [] : [removalPatch(gone, blob)]
  // A branch that doesn't exist yet has nothing to lose, and gets everything from the whole model.
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

/** Computed by the same code as the preview of these edits. */
function filesOfStep({ before, after, edits }: FleetStep, render: FileRenderer): ChangedFiles {
  return filesOf(impactOf(before, after, edits, render), render)
}

/** Every path that there can be in a folder that a cluster left behind. */
export function heldPaths({ cluster, applications }: HeldFolder): string[] {
  const teams = [...new Set(applications.map(({ team }) => team))]
  return [
    ...declaredFiles('base').map((file) => basePath(cluster, file)),
    ...applications.flatMap(({ team, name }) => placementPaths(cluster, team, name)),
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
