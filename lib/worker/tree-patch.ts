// The wanted content of a Git tree, folder by folder. A folder that is wanted in many places is one object, so that it is
// worked out once.
import { gitObject, type GitObject } from '#lib/adapters/git/object-id.ts'
import { pathIsOwned } from '#lib/domain/git/repository-paths.ts'

/** Files and folders by name; a null file is removed. What isn't named stays as it is. */
export type TreePatch = {
  readonly files: ReadonlyMap<string, GitObject | null>
  readonly folders: ReadonlyMap<string, TreePatch>
}

/** A file by its path from the patched folder; `text` null: it is removed. */
export type PatchedFile = { readonly path: string; readonly text: string | null }

type Open = { readonly files: Map<string, GitObject | null>; readonly folders: Map<string, Open> }

/**
 * Longer keys of a map are told apart by their length alone (String::kMaxHashCalcLength in V8), so that it compares each text
 * with all others that are as long.
 */
const REMEMBERED_MAX = 16_383

/** The blob of a text. Each function that this returns hashes equal texts only once, unless they are long. */
export function blobMaker(): (text: string) => GitObject {
  const blobs = new Map<string, GitObject>()
  return (text) => {
    if (text.length > REMEMBERED_MAX) return blobOf(text)
    const known = blobs.get(text)
    if (known !== undefined) return known
    const blob = blobOf(text)
    blobs.set(text, blob)
    return blob
  }
}

function blobOf(text: string): GitObject {
  return gitObject('blob', new TextEncoder().encode(text))
}

export function patchOf(
  files: Iterable<PatchedFile>,
  blob: (text: string) => GitObject,
): TreePatch {
  const root: Open = { files: new Map(), folders: new Map() }
  for (const { path, text } of files) {
    const names = path.split('/')
    const file = names.pop()!
    let folder = root
    for (const name of names) folder = openFolder(folder, name)
    folder.files.set(file, text === null ? null : blob(text))
  }
  return root
}

function openFolder(parent: Open, name: string): Open {
  const known = parent.folders.get(name)
  if (known !== undefined) return known
  const folder: Open = { files: new Map(), folders: new Map() }
  parent.folders.set(name, folder)
  return folder
}

/** Throws for a path that doesn't belong to Berth: no patch may name one. */
export function requireOwned(path: string): string {
  if (!pathIsOwned(path)) throw new Error(`Not a path of Berth's: ${JSON.stringify(path)}`)
  return path
}
