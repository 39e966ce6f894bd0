import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { decodeTree, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { decodeCommit, type Commit } from './commit.ts'
import { writeLooseObjects } from './loose-objects.ts'
import type { GitObject } from './object-id.ts'
import { ObjectReader } from './object-reader.ts'
import { writePack } from './pack-writer.ts'
import { type MoveOutcome, type RefMove, RefSession } from './ref-session.ts'
import { requireGit } from './run-git.ts'
import { TreeCache } from './tree-cache.ts'

/**
 * Up to this many objects are written as files, more as a pack. A file costs 0.5 to 1 ms with its fsync; a pack costs 20 ms
 * for the process that indexes it, and hardly more after that. Git, which does not sync loose objects, draws the line at
 * 100.
 */
const LOOSE_OBJECTS_MAX = 40
/** Some eighty directories of 10,000 entries. */
const TREE_CACHE_BYTES = 32 * 1024 * 1024
const HEAD = 'HEAD'
const LOCAL_TIMEOUT_MS = 60_000
const MAINTENANCE_TIMEOUT_MS = 30 * 60_000

/**
 * A bare repository as a store of objects, read and written in this process, and of refs to them. Objects are immutable and
 * named by their content: any number of processes may use one store at the same time.
 */
export class ObjectStore {
  readonly directory: string
  readonly #reader: ObjectReader
  readonly #refs: RefSession
  readonly #trees = new TreeCache(TREE_CACHE_BYTES)

  constructor(directory: string) {
    this.directory = directory
    this.#reader = new ObjectReader(directory)
    this.#refs = new RefSession(directory, { timeoutMs: LOCAL_TIMEOUT_MS })
  }

  /** A tree's bytes, or null when it isn't in the store. Throws when the object is something else. */
  async readTreeBytes(id: string): Promise<Uint8Array | null> {
    const cached = this.#trees.get(id)
    if (cached !== undefined) return cached
    const bytes = await this.#read(id, 'tree')
    if (bytes !== null) this.#trees.put(id, bytes)
    return bytes
  }

  /** A tree's entries, or null. Throws when the tree is not one that git would have written. */
  async readTree(id: string): Promise<readonly TreeEntry[] | null> {
    const bytes = await this.readTreeBytes(id)
    if (bytes === null) return null
    const decoded = decodeTree(bytes)
    if (decoded.ok) return decoded.value
    throw new Error(`Tree ${id}: ${decoded.issues.map(({ reason }) => reason).join(' ')}`)
  }

  async readCommit(id: string): Promise<Commit | null> {
    const bytes = await this.#read(id, 'commit')
    return bytes === null ? null : decodeCommit(bytes)
  }

  async readBlob(id: string): Promise<Uint8Array | null> {
    return this.#read(id, 'blob')
  }

  /** Writes objects, some of which may exist already. They are on disk when this resolves. */
  async write(objects: readonly GitObject[]): Promise<void> {
    const distinct = [...new Map(objects.map((object) => [object.id, object])).values()]
    const writeAll = distinct.length > LOOSE_OBJECTS_MAX ? writePack : writeLooseObjects
    await writeAll(this.directory, distinct)
    for (const { id, type, body } of distinct) if (type === 'tree') this.#trees.put(id, body)
  }

  /** The commit that a ref leads to, or null when there is no such ref. `ref` is a full and well-formed name. */
  async readRef(ref: string): Promise<string | null> {
    return (await this.#reader.readRef(ref))?.id ?? null
  }

  /** Moves a ref if it is where it is expected. */
  moveRef(move: RefMove): Promise<MoveOutcome> {
    return this.#refs.move(move)
  }

  /** Ends git's child processes. The store starts new ones when it is used again. */
  close(): void {
    this.#reader.close()
    this.#refs.close()
  }

  async #read(id: string, type: 'blob' | 'tree' | 'commit'): Promise<Buffer | null> {
    const object = await this.#reader.read(id)
    if (object === null || object.type === type) return object?.body ?? null
    throw new Error(`Object ${id} is a ${object.type}, not a ${type}`)
  }
}

/**
 * Makes a bare repository when the directory is absent or empty. `headBranch` is the branch that a clone of it checks out.
 * Several processes may do this at once, and any of them may be killed. Throws when git can't.
 */
export async function makeRepository(directory: string, headBranch: string): Promise<void> {
  if (await exists(path.join(directory, HEAD))) return
  await mkdir(directory, { recursive: true })
  // Inside the directory: next to it may be another file system, or a place that we can't write to.
  const made = await mkdtemp(path.join(directory, 'init-'))
  try {
    const args = ['init', '--quiet', '--bare', '--template=', `--initial-branch=${headBranch}`]
    await requireGit({ directory: made, args, timeoutMs: LOCAL_TIMEOUT_MS })
    const entries = await readdir(made)
    for (const entry of entries.filter((name) => name !== HEAD))
      await moveIn(made, directory, entry)
    // Last, because a repository with a HEAD counts as complete.
    await moveIn(made, directory, HEAD)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Distinguishes a repository from a later one in the same directory; null: there is none. */
export async function repositoryMark(directory: string): Promise<string | null> {
  if (!(await exists(path.join(directory, HEAD)))) return null
  const { ino, birthtimeMs } = await stat(directory)
  return `${ino} ${birthtimeMs}`
}

/** Moves an entry from one directory to another, unless another process has put its own there already. */
async function moveIn(from: string, to: string, entry: string): Promise<void> {
  const target = path.join(to, entry)
  if (await exists(target)) return
  try {
    await rename(path.join(from, entry), target)
  } catch (error) {
    if (!(await exists(target))) throw error
  }
}

/**
 * Opens the bare repository in a directory, and makes it as `makeRepository` does. Throws when the directory contains
 * something else, or a SHA-256 repository.
 */
export async function openObjectStore(directory: string, headBranch: string): Promise<ObjectStore> {
  await makeRepository(directory, headBranch)
  const args = ['rev-parse', '--show-object-format']
  const format = await requireGit({ directory, args, timeoutMs: LOCAL_TIMEOUT_MS })
  if (format.toString().trim() !== 'sha1') {
    throw new Error(`${directory} is a ${format.toString().trim()} repository; Berth needs sha1`)
  }
  return new ObjectStore(directory)
}

/**
 * Rolls loose objects and small packs up into larger ones, whether or not something refers to them. Nothing is ever
 * dropped: a writer that has not moved its ref yet is safe, and a reader that has an old pack open finds the new one.
 * https://git-scm.com/docs/git-repack#Documentation/git-repack.txt---geometricltfactorgt
 */
export async function packLooseObjects({ directory }: ObjectStore): Promise<void> {
  const args = ['repack', '--quiet', '--geometric=2', '-d']
  await requireGit({ directory, args, timeoutMs: MAINTENANCE_TIMEOUT_MS, isPatient: true })
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
