// Reads the commits of branches as they are made, each with the files that a cluster's Argo CD would see.
import type { TestPublisher } from './publisher.ts'

export type Commit = { readonly branch: string; readonly files: ReadonlyMap<string, string> }

/** Reads the new commits of each branch since the last call: branch by branch, the oldest first. */
export function commitReader({ git }: Pick<TestPublisher, 'git'>) {
  const tips = new Map<string, string>()
  const blobs = new Map<string, string>()

  async function filesOf(commit: string): Promise<Map<string, string>> {
    const files = new Map<string, string>()
    const listing = await git('ls-tree', '-r', '-z', commit)
    for (const line of listing.split('\0').filter((line) => line !== '')) {
      const [head = '', path = ''] = line.split('\t')
      const id = head.split(' ')[2] ?? ''
      const text = blobs.get(id) ?? (await git('cat-file', 'blob', id))
      blobs.set(id, text)
      files.set(path, text)
    }
    return files
  }

  return async (branches: readonly string[]): Promise<Commit[]> => {
    const commits: Commit[] = []
    for (const branch of branches) {
      const tip = await git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)
      const known = tips.get(branch)
      if (tip === '' || tip === known) continue
      const range = known === undefined ? tip : `${known}..${tip}`
      const ids = await git('rev-list', '--reverse', '--first-parent', range)
      for (const id of ids.split('\n')) commits.push({ branch, files: await filesOf(id) })
      tips.set(branch, tip)
    }
    return commits
  }
}
