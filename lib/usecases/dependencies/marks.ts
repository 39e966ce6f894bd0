// Which applications are looked at because what they wait for may be there: those alone that an edit left behind on a cluster.
import { markDependents } from '#db/queries/dependents.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import type { Plan } from '../changes/plan.ts'
import { isOfRelease } from '../changes/release-edits.ts'
import { LOOK_EVERY_MS } from './look.ts'

/** An edit is kept: those of the applications that it edits, moves or releases are looked at that wait somewhere. */
export async function markWaiting(
  scope: TenantScope,
  { drafts, edits, impact }: Pick<Plan, 'drafts' | 'edits' | 'impact'>,
): Promise<void> {
  const { after: fleet, applications } = impact
  const edited = drafts.flatMap(({ kind, id }) => (kind === 'application' ? [id] : []))
  const released = edits.filter(isOfRelease).flatMap(({ after }) => after?.application ?? [])
  const touched = new Set([...edited, ...applications.map(({ id }) => id), ...released])
  const waiting = [...touched].filter((id) => waitingClusters(fleet, id).length > 0)
  await markDependents(scope, waiting, LOOK_EVERY_MS)
}
