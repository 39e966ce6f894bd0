// What is in a repository, as plain git reads it, and the id of the tree that it should have.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

/** Every file of a branch or commit with the id of its blob. */
export async function blobsOn(directory: string, branch: string): Promise<Map<string, string>> {
  const args = ['ls-tree', '-r', '-z', branch]
  const { stdout } = await run('git', args, { cwd: directory, maxBuffer: MAX_OUTPUT_BYTES })
  const files = new Map<string, string>()
  for (const line of stdout.split('\0').filter((line) => line !== '')) {
    const [head = '', path = ''] = line.split('\t')
    files.set(path, head.split(' ')[2]!)
  }
  return files
}

/** The texts of blobs by their ids. One process reads all, because starting one costs more than what it reads. */
export async function textsOf(
  directory: string,
  blobs: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  if (blobs.size === 0) return texts
  const options = { cwd: directory, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'buffer' } as const
  const reading = run('git', ['cat-file', '--batch'], options)
  reading.child.stdin!.end(`${[...blobs].join('\n')}\n`)
  const { stdout } = await reading
  for (let at = 0; at < stdout.length;) {
    const begin = stdout.indexOf('\n', at) + 1
    const [blob = '', kind, size] = stdout.toString('utf8', at, begin - 1).split(' ')
    if (kind !== 'blob') throw new Error(`${blob} is ${kind}`)
    texts.set(blob, stdout.toString('utf8', begin, begin + Number(size)))
    at = begin + Number(size) + 1
  }
  return texts
}

/** The id of the tree of these files: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
export function treeIdOf(files: ReadonlyMap<string, string>): string {
  const folders = new Map<string, Map<string, string>>()
  const entries: { key: string; line: Buffer }[] = []
  const add = (key: string, mode: string, name: string, id: string) =>
    entries.push({ key, line: Buffer.concat([Buffer.from(`${mode} ${name}\0`), idBytes(id)]) })
  for (const [file, text] of files) {
    const [folder = '', ...rest] = file.split('/')
    if (rest.length === 0) add(file, '100644', file, idOf('blob', Buffer.from(text)))
    else folders.set(folder, (folders.get(folder) ?? new Map()).set(rest.join('/'), text))
  }
  for (const [folder, inside] of folders) add(`${folder}/`, '40000', folder, treeIdOf(inside))
  entries.sort((a, b) => (a.key < b.key ? -1 : 1))
  return idOf('tree', Buffer.concat(entries.map(({ line }) => line)))
}

const idBytes = (id: string) => Buffer.from(id, 'hex')

function idOf(kind: string, content: Buffer): string {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex')
}
