// Which version placements have by their releases.
import { type PairRelease, readPairReleases } from '#db/queries/pair-releases.ts'
import type { AskedPair } from '#db/queries/pair-status.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'

export type Released = {
  /** Whether it has a manifest: it is placed and, of a managed application, released there. */
  readonly released: boolean
  /** Null: it follows its branch, or has what it had before it followed versions, or isn't released. */
  readonly version: NonNullable<PairRelease['release']>['version']
}

export type ReleasedOrHeld = Released & {
  /** Until when its cluster holds its version; null: it doesn’t. */
  readonly heldUntil: Date | null
}

/** Of each pair, in their order; only of managed applications anything is read. */
export async function releasedOf(
  scope: TenantScope,
  { applications }: Pick<Fleet, 'applications'>,
  pairs: readonly AskedPair[],
  change: number | null,
): Promise<ReleasedOrHeld[]> {
  const managed = pairs.filter(({ applicationId, change }) => {
    const application = applications.slots[applicationId]
    return change !== null && application !== undefined && isManaged(application)
  })
  const read = await readPairReleases(scope, managed, change)
  const releases = new Map(managed.map((pair, index) => [pair, read[index]!.release]))
  return pairs.map((pair) => {
    const release = releases.get(pair)
    const hold = release?.hold ?? null
    return {
      released: release === undefined ? pair.change !== null : release !== null,
      version: release?.version ?? null,
      heldUntil: hold && new Date(hold.until),
    }
  })
}
