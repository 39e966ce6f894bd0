// A branch as an older version of Berth would have left it: the same commit with other bytes for the same model.
import { sql } from 'drizzle-orm'
import { encodeCommit } from '#lib/adapters/git/commit.ts'
import { gitObject } from '#lib/adapters/git/object-id.ts'
import { blobMaker, patchOf } from '../tree-patch.ts'
import { updateTree } from '../tree-update.ts'
import { filesOn, type TestPublisher } from './publisher.ts'

/** What the older version didn't write, what it wrote differently, and the cluster's name in it. */
const NEW_FILE = /\/teams\/[^/]+\/network\.yaml$/
const OTHER_FILE = /^(?:bootstrap\/[^/]+|clusters\/[^/]+\/base\/root)\.yaml$/

/** What layout 1 has in place of these files. */
function olderFiles(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...files]
      .filter(([path]) => !NEW_FILE.test(path))
      .map(([path, text]) => [
        path,
        OTHER_FILE.test(path) ? text.replace(/^kind: /m, 'kind:  ') : text,
      ]),
  )
}

/** Replaces the tip of a published branch with layout 1 under the same message, and tells the database. */
export async function giveOlderLayout(
  {
    directory,
    store,
    git,
    inScope,
  }: Pick<TestPublisher, 'directory' | 'store' | 'git' | 'inScope'>,
  branch = 'main',
): Promise<string> {
  const tip = await git('rev-parse', branch)
  const commit = (await store.readCommit(tip))!
  const files = [...olderFiles(await filesOn(directory, branch))]
  const patch = patchOf(
    files.map(([path, text]) => ({ path, text })),
    blobMaker(),
  )
  const { tree, objects } = await updateTree(async () => null, null, [patch], { whole: false })
  const older = gitObject('commit', encodeCommit({ ...commit, tree: tree! }))
  await store.write([...objects, older])
  await git('update-ref', `refs/heads/${branch}`, older.id)
  await inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`update branches set layout = 1, tip = ${older.id}
      where tenant = ${tenant} and name = ${branch}`)
    await tx.execute(sql`update publications set commit = ${older.id}
      where tenant = ${tenant} and branch = ${branch} and commit = ${tip}`)
  })
  return older.id
}
