// Which version placements have by their releases.
import { type PairRelease, readPairReleases } from '#db/queries/pair-releases.ts'
import type { AskedPair } from '#db/queries/pair-status.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'

export type Released = {
  /** Whether it has a manifest: it is placed and, of an application that follows versions, released there. */
  readonly released: boolean
  /** Null: it follows its branch, or has what it had before it followed versions, or isn't released. */
  readonly version: NonNullable<PairRelease['release']>['version']
}

/** Of each pair, in their order; only of applications that follow versions anything is read. */
export async function releasedOf(
  scope: TenantScope,
  { applications }: Pick<Fleet, 'applications'>,
  pairs: readonly AskedPair[],
  change: number | null,
): Promise<Released[]> {
  const isManaged = (pair: AskedPair) =>
    pair.change !== null && applications.slots[pair.applicationId]?.follow === 'versions'
  const managed = pairs.filter(isManaged)
  const read = await readPairReleases(scope, managed, change)
  const releases = new Map(managed.map((pair, index) => [pair, read[index]!.release]))
  return pairs.map((pair) => {
    const release = releases.get(pair)
    if (release === undefined) return { released: pair.change !== null, version: null }
    return { released: release !== null, version: release && release.version }
  })
}
