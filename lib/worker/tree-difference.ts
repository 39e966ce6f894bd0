// Which files differ between two Git trees. Equal folders are not read, and a pair of folders that occurs several times is
// compared once.
import { decodeTree, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { withoutCommonEntries } from './common-entries.ts'
import type { ReadTree } from './tree-update.ts'

/** Paths of files, from the root. */
export type TreeDifference = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly modified: readonly string[]
}

type Entries = ReadonlyMap<string, TreeEntry>

const EFFECTS = ['added', 'removed', 'modified'] as const
const NO_DIFFERENCE: TreeDifference = { added: [], removed: [], modified: [] }

/** The files of `after` compared with those of `before`; null: there is no tree. */
export function treeDifference(
  readTree: ReadTree,
  before: string | null,
  after: string | null,
): Promise<TreeDifference> {
  return new Comparison(readTree).compare(before, after)
}

class Comparison {
  readonly #readTree: ReadTree
  readonly #known = new Map<string, Promise<TreeDifference>>()

  constructor(readTree: ReadTree) {
    this.#readTree = readTree
  }

  async compare(before: string | null, after: string | null): Promise<TreeDifference> {
    if (before === after) return NO_DIFFERENCE
    const key = `${before}:${after}`
    const known = this.#known.get(key) ?? this.#compareFolders(before, after)
    this.#known.set(key, known)
    return known
  }

  async #compareFolders(before: string | null, after: string | null): Promise<TreeDifference> {
    const bytes = await Promise.all([this.#bytesOf(before), this.#bytesOf(after)])
    const [old, fresh] = withoutCommonEntries(...bytes).map(entriesIn)
    return this.#compareEntries(old!, fresh!)
  }

  async #compareEntries(old: Entries, fresh: Entries): Promise<TreeDifference> {
    const names = [...new Set([...old.keys(), ...fresh.keys()])].filter((name) => {
      const [one, other] = [old.get(name), fresh.get(name)]
      return one?.id !== other?.id || one?.mode !== other?.mode
    })
    const inside = await Promise.all(
      names.map(async (name) => ({
        name,
        difference: await this.compare(folderIn(old, name), folderIn(fresh, name)),
      })),
    )
    const all = fileDifference(names, old, fresh)
    for (const { name, difference } of inside) {
      for (const effect of EFFECTS) {
        for (const path of difference[effect]) all[effect].push(`${name}/${path}`)
      }
    }
    return all
  }

  async #bytesOf(id: string | null): Promise<Uint8Array> {
    const bytes = id === null ? new Uint8Array() : await this.#readTree(id)
    if (bytes === null) throw new Error(`Tree ${id} is not in the store`)
    return bytes
  }
}

function entriesIn(bytes: Uint8Array): Entries {
  const entries = decodeTree(bytes)
  if (!entries.ok) throw new Error(entries.issues.map(({ reason }) => reason).join(' '))
  return new Map(entries.value.map((entry) => [entry.name, entry]))
}

function fileDifference(names: readonly string[], old: Entries, fresh: Entries) {
  const wasFile = names.filter((name) => isFile(old, name))
  const isFileNow = (name: string) => isFile(fresh, name)
  return {
    added: names.filter((name) => isFileNow(name) && !isFile(old, name)),
    removed: wasFile.filter((name) => !isFileNow(name)),
    modified: wasFile.filter(isFileNow),
  }
}

function isFile(entries: Entries, name: string): boolean {
  const mode = entries.get(name)?.mode
  return mode !== undefined && mode !== '40000'
}

function folderIn(entries: Entries, name: string): string | null {
  const entry = entries.get(name)
  return entry?.mode === '40000' ? entry.id : null
}
