// Whether a team may use the repository that a version is in.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Source } from '#lib/domain/releases/release.ts'
import { requireEntitledRepositories } from '../changes/repositories.ts'
import type { Context } from '../define.ts'

/** Refuses a version whose repository the application’s team may not use, whatever it could when it was announced. */
export function requireEntitled(
  context: Context,
  fleet: Fleet,
  application: Application,
  { repoUrl, packaging }: Pick<Source, 'repoUrl' | 'packaging'>,
): void {
  const after = { ...application, repoUrl, packaging }
  requireEntitledRepositories(context, fleet, [
    { before: application, after, locate: () => ['version'] },
  ])
}
