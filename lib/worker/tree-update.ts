// Applies a patch to a Git tree: only the folders that the patch names are read and written, and everything else in them
// stays. A folder that becomes empty is dropped, because Git has no empty folders.
import { gitObject, type GitObject } from '#lib/adapters/git/object-id.ts'
import {
  encodeTree,
  findEntry,
  replaceEntryId,
  withEntries,
  withoutEntries,
  decodeTree,
  type TreeEntry,
} from '#lib/domain/git/git-tree.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import type { TreePatch } from './tree-patch.ts'

/** The bytes of a tree; null when there is no such tree. */
export type ReadTree = (id: string) => Promise<Uint8Array | null>

export type TreeUpdate = {
  /** Null: nothing is left. */
  readonly tree: string | null
  /** The objects to write for the tree to be complete, given that everything from before exists. */
  readonly objects: readonly GitObject[]
  /** With `whole`, the trees that contain exactly what the last patch says, and nothing foreign. */
  readonly pure: ReadonlySet<string>
}

/** A foreign file is where Berth needs a folder, or a folder where it needs a file. */
export class TreeConflict extends Error {
  constructor(path: string) {
    super(`Something that isn't Berth's stands in the way at ${path}: move it elsewhere.`)
    this.name = 'TreeConflict'
  }
}

/** Up to so many names are looked up in a folder's bytes; for more, it is decoded. */
const LOOKED_UP_MAX = 16

/**
 * Applies patches one after the other. With `whole`, the last one names everything that Berth has in the tree, and a folder
 * that contains exactly that isn't even read.
 */
export async function updateTree(
  readTree: ReadTree,
  base: string | null,
  patches: readonly TreePatch[],
  options: { whole: boolean },
): Promise<TreeUpdate> {
  const made = new Map<string, GitObject>()
  const read: ReadTree = async (id) => made.get(id)?.body ?? readTree(id)
  let tree = base
  let pure: ReadonlySet<string> = new Set()
  for (const [index, patch] of patches.entries()) {
    const whole = options.whole && index === patches.length - 1
    const updating = new Updating(read, made, whole)
    tree = await updating.update(tree, patch, '')
    if (whole) pure = updating.pureIds()
  }
  // All objects that a single patch makes belong to its result.
  const isOneStep = patches.length === 1 && !options.whole
  return { tree, objects: isOneStep ? [...made.values()] : reachable(tree, made), pure }
}

class Updating {
  readonly #read: ReadTree
  readonly #made: Map<string, GitObject>
  readonly #whole: boolean
  /** By patch, then by the id of the tree that it was applied to. */
  readonly #results = new Map<TreePatch, Map<string, Promise<string | null>>>()
  readonly #pureTrees = new Map<TreePatch, GitObject | null>()
  readonly #built = new Set<TreePatch>()

  constructor(read: ReadTree, made: Map<string, GitObject>, whole: boolean) {
    this.#read = read
    this.#made = made
    this.#whole = whole
  }

  update(base: string | null, patch: TreePatch, path: string): Promise<string | null> {
    const byBase = this.#results.get(patch) ?? new Map<string, Promise<string | null>>()
    this.#results.set(patch, byBase)
    const known = byBase.get(base ?? '')
    if (known !== undefined) return known
    const result = this.#apply(base, patch, path)
    byBase.set(base ?? '', result)
    return result
  }

  pureIds(): ReadonlySet<string> {
    const trees = [...this.#pureTrees.values()]
    return new Set(trees.flatMap((tree) => (tree === null ? [] : [tree.id])))
  }

  async #apply(base: string | null, patch: TreePatch, path: string): Promise<string | null> {
    if (base === null) return this.#build(patch)
    if (this.#whole && this.#pure(patch)?.id === base) return base
    const bytes = await this.#read(base)
    if (bytes === null) throw new Error(`Tree ${base} is not in the store`)
    const folder = openFolder(bytes, patch.files.size + patch.folders.size)
    const edits: EntryEdits = { puts: [], gone: new Set() }
    await this.#applyFolders(folder, patch, path, edits)
    this.#applyFiles(folder, patch, path, edits)
    if (edits.puts.length === 0 && edits.gone.size === 0) return base
    return this.#keep(folder.rewrite(edits))
  }

  async #applyFolders(folder: Folder, patch: TreePatch, path: string, { puts, gone }: EntryEdits) {
    const applied = [...patch.folders].map(async ([name, sub]) => {
      const entry = folder.find(name)
      if (entry !== null && entry.mode !== '40000') throw new TreeConflict(`${path}${name}`)
      const before = entry?.id ?? null
      return { name, before, after: await this.update(before, sub, `${path}${name}/`) }
    })
    for (const { name, before, after } of await Promise.all(applied)) {
      if (after === before) continue
      if (after === null) gone.add(name)
      else puts.push({ name, mode: '40000', id: after })
    }
  }

  #applyFiles(folder: Folder, patch: TreePatch, path: string, { puts, gone }: EntryEdits) {
    for (const [name, blob] of patch.files) {
      const entry = folder.find(name)
      if (blob === null) {
        if (entry !== null && entry.mode !== '40000') gone.add(name)
        continue
      }
      if (entry?.mode === '40000') throw new TreeConflict(`${path}${name}`)
      if (entry?.id === blob.id && entry.mode === '100644') continue
      puts.push({ name, mode: '100644', id: blob.id })
      this.#made.set(blob.id, blob)
    }
  }

  /** The tree of a patch alone, written from scratch. */
  #build(patch: TreePatch): string | null {
    if (!this.#built.has(patch)) {
      this.#built.add(patch)
      for (const sub of patch.folders.values()) this.#build(sub)
      for (const blob of patch.files.values()) if (blob !== null) this.#made.set(blob.id, blob)
      const tree = this.#pure(patch)
      if (tree !== null) this.#made.set(tree.id, tree)
    }
    return this.#pure(patch)?.id ?? null
  }

  #pure(patch: TreePatch): GitObject | null {
    const known = this.#pureTrees.get(patch)
    if (known !== undefined) return known
    const entries: TreeEntry[] = []
    for (const [name, sub] of patch.folders) {
      const tree = this.#pure(sub)
      if (tree !== null) entries.push({ name, mode: '40000', id: tree.id })
    }
    for (const [name, blob] of patch.files) {
      if (blob !== null) entries.push({ name, mode: '100644', id: blob.id })
    }
    const bytes = required(encodeTree(required(withEntries([], entries))))
    const tree = bytes.length === 0 ? null : gitObject('tree', bytes)
    this.#pureTrees.set(patch, tree)
    return tree
  }

  #keep(bytes: Uint8Array): string | null {
    if (bytes.length === 0) return null
    const tree = gitObject('tree', bytes)
    this.#made.set(tree.id, tree)
    return tree.id
  }
}

type EntryEdits = { readonly puts: TreeEntry[]; readonly gone: Set<string> }

type Folder = {
  readonly find: (name: string) => TreeEntry | null
  readonly rewrite: (edits: EntryEdits) => Uint8Array
}

function openFolder(bytes: Uint8Array, namesWanted: number): Folder {
  const decoded = () => required(decodeTree(bytes))
  const rewriteWhole = ({ puts, gone }: EntryEdits) =>
    required(encodeTree(required(withEntries(withoutEntries(decoded(), gone), puts))))
  if (namesWanted > LOOKED_UP_MAX) {
    const byName = new Map(decoded().map((entry) => [entry.name, entry]))
    return { find: (name) => byName.get(name) ?? null, rewrite: rewriteWhole }
  }
  return {
    find: (name) => findEntry(bytes, name),
    rewrite: (edits) =>
      (edits.gone.size === 0 ? withIdsReplaced(bytes, edits.puts) : null) ?? rewriteWhole(edits),
  }
}

/** Null when an entry isn't there yet, or has another mode. */
function withIdsReplaced(bytes: Uint8Array, puts: readonly TreeEntry[]): Uint8Array | null {
  let replaced: Uint8Array | null = bytes
  for (const { name, mode, id } of puts) {
    if (findEntry(bytes, name)?.mode !== mode) return null
    replaced = replaced && replaceEntryId(replaced, name, id)
  }
  return replaced
}

/** The objects that a tree refers to; the others were intermediate. */
function reachable(root: string | null, made: ReadonlyMap<string, GitObject>): GitObject[] {
  const found = new Map<string, GitObject>()
  const open = root === null ? [] : [root]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const object = made.get(id)
    if (object === undefined || found.has(id)) continue
    found.set(id, object)
    if (object.type === 'tree') {
      for (const entry of required(decodeTree(object.body))) open.push(entry.id)
    }
  }
  return [...found.values()]
}

/** Names and ids were checked when the objects were accepted: an issue here is a bug. */
function required<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value
  throw new Error(checked.issues.map(({ reason }) => reason).join(' '))
}
