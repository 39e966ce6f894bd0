// What applications that come back were delivered from when they were deleted: without it they would come back without files.
import { readReleasesOfEdited } from '#db/queries/releases.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import type { Submission } from '../changes/submission.ts'

/**
 * An application that comes back is a new one, of which no version was announced, so its releases name none: they have the
 * sources alone, and the directories of targets that a version had. `deleted`: those that the change deleted.
 */
export async function returnedReleases(
  scope: TenantScope,
  change: number,
  deleted: readonly ObjectRef[],
): Promise<NonNullable<Submission['releases']>> {
  const names = new Set(deleted.map(refKey))
  const ended = deleted.length === 0 ? [] : await readReleasesOfEdited(scope, change)
  return (fleet) => ({
    ended: [],
    begun: ended.flatMap(({ team, name, release }) => {
      const ref = { kind: 'application', team, name } as const
      const found = names.has(refKey(ref)) ? findObject(fleet, ref) : null
      if (!found) return []
      const targets = frozenTargets(release)
      return [{ ...release, application: found.id, version: null, targets, rollout: null }]
    }),
  })
}

/** Without a version, no word of targets would mean that they have the directories that the application names. */
function frozenTargets({ version, targets }: Release): Release['targets'] {
  return version === null ? targets : (targets ?? {})
}
