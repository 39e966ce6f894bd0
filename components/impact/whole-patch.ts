// The diff of one branch as a patch that `git apply` takes.
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { fetchImpact, type ImpactRequest } from './impact-request.ts'

export type FileDiff = NonNullable<ImpactAnswer['diff']>[number]

/** The patches of a branch's files, one after the other. */
export function patchOfBranch(files: readonly FileDiff[], branch: string): string {
  return files
    .filter((file) => file.branch === branch)
    .map(({ patch }) => patch)
    .join('')
}

/** Every file of an impact, page by page. */
export async function fetchAllFiles(
  request: ImpactRequest,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const files: FileDiff[] = []
  let token: string | null = null
  let total: number
  do {
    const page: ImpactAnswer = await fetchImpact(request, { token, limit: 1, diff: true }, signal)
    files.push(...(page.diff ?? []))
    token = page.continue
    total = countFiles(page)
  } while (files.length < total && token !== null)
  return files
}

export function countFiles({ files: { added, removed, modified } }: ImpactAnswer): number {
  return added + removed + modified
}
