// The change of a commit, made again in a work tree by plain git: files written and deleted, `git add -A`, `git commit`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { git, gitBytes, readBlobs } from './git.ts'
import { timeOf } from './measure.ts'

type FileEdit = { readonly path: string; readonly blob: string | null }

const NO_BLOB = '0'.repeat(40)

/**
 * How long that takes, in milliseconds. Checking out the commit before isn't counted, and the work tree holds only the
 * folders that change, with a sparse index: with all of the fleet's files `git add -A` would take much longer. Throws when
 * the result is another tree.
 */
export async function timeByHand(
  repository: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-by-hand-'))
  try {
    const edits = differenceOf(repository, before, after)
    const blobs = readBlobs(repository, new Set(edits.flatMap(({ blob }) => blob ?? [])))
    checkOut(repository, before, edits, folder)
    const ms = await timeOf(async () => {
      for (const edit of edits) apply(folder, edit, blobs)
      git(folder, 'add', '-A')
      git(folder, 'commit', '--quiet', '--message', 'by hand')
    })
    if (git(folder, 'rev-parse', 'HEAD^{tree}') === git(repository, 'rev-parse', `${after}^{tree}`))
      return ms
    throw new Error('The commit by hand has another tree')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** https://git-scm.com/docs/git-diff-tree#_raw_output_format */
function differenceOf(repository: string, before: string, after: string): FileEdit[] {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', before, after]
  const fields = gitBytes(repository, args).toString().split('\0')
  const edits: FileEdit[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const blob = fields[index]!.split(' ')[3]!
    edits.push({ path: fields[index + 1]!, blob: blob === NO_BLOB ? null : blob })
  }
  return edits
}

function checkOut(
  repository: string,
  commit: string,
  edits: readonly FileEdit[],
  folder: string,
): void {
  git(folder, 'init', '--quiet', '--initial-branch=main')
  const alternates = path.join(folder, '.git', 'objects', 'info', 'alternates')
  writeFileSync(alternates, `${path.join(repository, 'objects')}\n`)
  // Otherwise git starts to pack after a commit of so many objects.
  git(folder, 'config', 'gc.auto', '0')
  git(folder, 'update-ref', 'refs/heads/main', commit)
  const folders = new Set(edits.map((edit) => path.posix.dirname(edit.path)))
  const sparse = ['sparse-checkout', 'set', '--cone', '--sparse-index', '--stdin']
  gitBytes(folder, sparse, `${[...folders].join('\n')}\n`)
  git(folder, 'read-tree', '-m', '-u', 'HEAD')
}

function apply(folder: string, edit: FileEdit, blobs: ReadonlyMap<string, Buffer>): void {
  const place = path.join(folder, edit.path)
  if (edit.blob === null) {
    rmSync(place)
    return
  }
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, blobs.get(edit.blob)!)
}
