import { GitCard } from '#components/git/git-card.tsx'
import { mayRead } from '#lib/http/portal/form-pages.ts'
import { read } from '#lib/http/portal/page.ts'
import { gitPlaceUseCase } from '#lib/usecases/repository/read.ts'

/** Where to look at it in Git, for those who may read the repository. `branch` absent: the cluster's, or the only one. */
export async function InGit({
  cluster = null,
  branch,
  ...about
}: {
  cluster?: string | null
  branch?: string
  path?: string
  commit?: string
}) {
  if (!(await mayRead({ kind: 'repository' }))) return null
  const place = await read(gitPlaceUseCase, { cluster })
  return <GitCard place={branch === undefined ? place : { ...place, branch }} {...about} />
}
