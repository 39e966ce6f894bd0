import { read } from '#lib/http/portal/page.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'

/** What waits to be merged is new: so many of the newest changes are looked at. */
const LOOKED_AT = 100

/** The changes in pull requests that the visitor may see, by branch, the oldest first; of many the newest alone. */
export async function readCarried(
  pulls: readonly PullRequestJson[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const newest = Math.max(0, ...pulls.map(({ changes }) => changes?.to ?? 0))
  if (newest === 0) return new Map()
  const { items } = await read(listChangesUseCase, {
    at: null,
    filter: {},
    before: newest + 1,
    limit: LOOKED_AT,
  })
  const carried = items
    .toReversed()
    .flatMap(({ id, publications }) =>
      publications
        .filter(({ state }) => state === 'proposed')
        .map(({ branch }) => ({ branch, id })),
    )
  return new Map(
    [...Map.groupBy(carried, ({ branch }) => branch)].map(([branch, some]) => [
      branch,
      some.map(({ id }) => id),
    ]),
  )
}
