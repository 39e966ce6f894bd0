// Finds foreign entries that break a branch for every cluster that reads it: Argo CD refuses a checkout with a symbolic
// link that leads out of it, and fetches what a `.gitmodules` names.
// https://github.com/argoproj/argo-cd/blob/37ee0097/util/app/path/path.go `CheckOutOfBoundsSymlinks`
import { posix } from 'node:path'
import { decodeTree } from '#lib/domain/git/git-tree.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import type { NewTree } from './branch-tree.ts'
import type { Repository } from './world.ts'

const SHOWN_MAX = 10

/** What other people's files break on the branch, in a sentence; null: nothing. */
export async function hazardsIn(
  { store }: Repository,
  tree: Pick<NewTree, 'id' | 'read' | 'pure'>,
): Promise<string | null> {
  const found: string[] = []
  /** Where a link leads depends only on its target and its depth. */
  const seen = new Set<string>()

  async function look(id: string, path: string): Promise<void> {
    const place = `${id} ${path.split('/').length}`
    if (tree.pure.has(id) || seen.has(place)) return
    seen.add(place)
    const bytes = await tree.read(id)
    const entries = bytes && decodeTree(bytes)
    if (!entries?.ok) throw new Error(`Tree ${id} can't be read`)
    await Promise.all(
      entries.value.map(async ({ name, mode, id }) => {
        if (mode === '40000') await look(id, `${path}${name}/`)
        else if (name === '.gitmodules') found.push(`${path}${name}`)
        else if (mode === '120000' && (await leadsOut(id, path))) found.push(`${path}${name}`)
      }),
    )
  }

  async function leadsOut(id: string, path: string): Promise<boolean> {
    const target = new TextDecoder().decode((await store.readBlob(id)) ?? new Uint8Array())
    return target.startsWith('/') || posix.join(path, target).split('/')[0] === '..'
  }

  await look(tree.id, '')
  if (found.length === 0) return null
  const paths = found.sort().slice(0, SHOWN_MAX).join(', ')
  const titles = RECONCILERS.map(({ title }) => title).join(' and ')
  return `${titles} can't use the branch while ${found.length} entries that aren't Berth's are in it, links out of it or .gitmodules: ${paths}.`
}
