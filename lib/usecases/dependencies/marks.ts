// Which applications are looked at because what they wait for may be there: those alone that an edit left behind on a cluster.
import { markDependents, wakeDependents } from '#db/queries/dependents.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import type { Plan } from '../changes/plan.ts'
import { isOfRelease } from '../changes/release-edits.ts'
import { LOOK_EVERY_MS } from './look.ts'

/**
 * An edit is kept: what waits is looked at of the applications that it edits, moves or releases. When it edits an environment or a
 * freeze, all are that wait already, since these may have held them up.
 */
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
  if (drafts.some(({ kind, isEdit }) => isEdit && (kind === 'environment' || kind === 'freeze'))) {
    await wakeDependents(scope)
  }
}
