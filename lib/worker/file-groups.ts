// Which files differ between two Git trees; files with the same difference form one group with a count. Folders with the
// same difference are read once, however many clusters have them, so the cost depends on the number of different
// differences.
import { decodeTree, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { ANY_CLUSTER } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { withoutCommonEntries } from './common-entries.ts'
import type { ReadTree } from './tree-update.ts'

const EXAMPLES_MAX = 3

/** Files of one place with the same blob before and the same blob after; null: not there. */
export type FileGroup = {
  readonly place: string
  readonly before: string | null
  readonly after: string | null
  readonly files: number
  /** The paths of a few of them. */
  readonly examples: readonly string[]
}

/** Groups the files that differ between two trees, by place. Throws when a tree can't be read. */
export async function fileGroups(
  readTree: ReadTree,
  before: string,
  after: string,
): Promise<FileGroup[]> {
  const files = new Map<string, FileGroup>()
  let level: FileGroup[] = [{ place: '', before, after, files: 1, examples: [''] }]
  while (level.length > 0) {
    const folders = new Map<string, FileGroup>()
    for (const folder of level) {
      for (const { name, old, fresh } of await differingEntries(readTree, folder)) {
        add(folders, folder, name, '/', folderId(old), folderId(fresh))
        add(files, folder, name, '', fileId(old), fileId(fresh))
      }
    }
    level = [...folders.values()]
  }
  return [...files.values()].sort((a, b) => (a.place < b.place ? -1 : 1))
}

type Differing = {
  readonly name: string
  readonly old: TreeEntry | undefined
  readonly fresh: TreeEntry | undefined
}

async function differingEntries(
  readTree: ReadTree,
  { before, after }: FileGroup,
): Promise<Differing[]> {
  const bytes = await Promise.all([before, after].map((id) => bytesOf(readTree, id)))
  const [old, fresh] = withoutCommonEntries(bytes[0]!, bytes[1]!).map(entriesIn)
  return [...new Set([...old!.keys(), ...fresh!.keys()])].map((name) => ({
    name,
    old: old!.get(name),
    fresh: fresh!.get(name),
  }))
}

function add(
  groups: Map<string, FileGroup>,
  folder: FileGroup,
  name: string,
  end: '/' | '',
  before: string | null,
  after: string | null,
): void {
  if (before === after) return
  const place = `${folder.place}${placeName(folder.place, name)}${end}`
  const key = `${place} ${before} ${after}`
  const known = groups.get(key)
  const examples = known?.examples ?? []
  const missing = EXAMPLES_MAX - examples.length
  groups.set(key, {
    place,
    before,
    after,
    files: (known?.files ?? 0) + folder.files,
    examples:
      missing === 0
        ? examples
        : [...examples, ...folder.examples.slice(0, missing).map((at) => `${at}${name}${end}`)],
  })
}

function placeName(folder: string, name: string): string {
  if (folder === 'clusters/') return ANY_CLUSTER
  return folder === 'bootstrap/' ? name.replace(/^.*(?=\.yaml$)/, ANY_CLUSTER) : name
}

async function bytesOf(readTree: ReadTree, id: string | null): Promise<Uint8Array> {
  const bytes = id === null ? new Uint8Array() : await readTree(id)
  if (bytes === null) throw new Error(`Tree ${id} is not in the store`)
  return bytes
}

function entriesIn(bytes: Uint8Array): ReadonlyMap<string, TreeEntry> {
  const entries = decodeTree(bytes)
  if (!entries.ok) throw new Error(entries.issues.map(({ reason }) => reason).join(' '))
  return new Map(entries.value.map((entry) => [entry.name, entry]))
}

const folderId = (entry: TreeEntry | undefined) => (entry?.mode === '40000' ? entry.id : null)
const fileId = (entry: TreeEntry | undefined) =>
  entry === undefined || entry.mode === '40000' ? null : entry.id
