// Reads the commits of branches as they are made, each with the files that a cluster's Argo CD would see.
import { blobsOn, textsOf } from './branch-files.ts'
import type { TestPublisher } from './publisher.ts'

export type Commit = { readonly branch: string; readonly files: ReadonlyMap<string, string> }

/** Reads the new commits of each branch since the last call: branch by branch, the oldest first. */
export function commitReader({ git, directory }: Pick<TestPublisher, 'git' | 'directory'>) {
  const tips = new Map<string, string>()
  const blobs = new Map<string, string>()

  async function filesOf(commit: string): Promise<Map<string, string>> {
    const files = await blobsOn(directory, commit)
    const unread = new Set([...files.values()].filter((id) => !blobs.has(id)))
    for (const [id, text] of await textsOf(directory, unread)) blobs.set(id, text)
    return new Map([...files].map(([path, id]) => [path, blobs.get(id)!]))
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
