import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { ReportedConfinement } from '#lib/domain/observed/reported.ts'
import type { ConfinementProof } from '#lib/domain/reconcilers/interface/reports.ts'

/**
 * Whether what an Argo CD says of itself proves that teams are confined as its cluster promises. `account` needs impersonation,
 * and a controller without rights of its own; `impersonation` needs that nothing is applied without an account; `project`
 * promises nothing that could be proven. Impersonation is
 * https://github.com/argoproj/argo-cd/blob/37ee0097/docs/operator-manual/app-sync-using-impersonation.md
 */
export function confinementProof(
  { confinement: promised }: TypedCluster,
  reported: ReportedConfinement | null,
): ConfinementProof {
  if (reported === null || promised === 'project') return 'unproven'
  const { enabled, enforced, controllerRole, projectsWithout } = reported
  if (!enabled || !enforced) return 'disproved'
  if (promised === 'impersonation') return projectsWithout.length === 0 ? 'proven' : 'disproved'
  if (controllerRole === null) return 'unproven'
  return controllerRole === 'narrow' ? 'proven' : 'disproved'
}
