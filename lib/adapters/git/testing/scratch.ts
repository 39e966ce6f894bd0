import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { encodeTree, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { commitMessage, encodeCommit } from '../commit.ts'
import { gitObject, type GitObject } from '../object-id.ts'

/** A directory for the test, and a function that removes it. */
export async function scratchDirectory() {
  const directory = await mkdtemp(path.join(tmpdir(), 'berth-git-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

export const blobOf = (text: string): GitObject => gitObject('blob', Buffer.from(text))

export function treeOf(entries: readonly TreeEntry[]): GitObject {
  const encoded = encodeTree(entries)
  if (!encoded.ok) throw new Error(encoded.issues.map(({ reason }) => reason).join(' '))
  return gitObject('tree', encoded.value)
}

const AUTHOR = { name: 'Ada', email: 'ada@example.com', epochSeconds: 1_700_000_000 }

/** A commit of one file, with all its objects; the last one is the commit itself. */
export function commitOfFile(name: string, text: string, parents: readonly string[] = []) {
  const blob = blobOf(text)
  const tree = treeOf([{ name, mode: '100644', id: blob.id }])
  const message = commitMessage({
    subject: `Write ${name}`,
    body: [],
    trailers: [['Berth-Change', String(text.length)]],
  })
  const bytes = encodeCommit({ tree: tree.id, parents, author: AUTHOR, committer: AUTHOR, message })
  const commit = gitObject('commit', bytes)
  return { id: commit.id, tree: tree.id, objects: [blob, tree, commit] }
}
