// What the deletion of a team's Application could create on a cluster: each kind, in each place, as each sort of hook.
import type { AdmissionRequest } from '#lib/domain/reconcilers/argocd/testing/admission-evaluator.ts'
import type { ApiObject } from '#lib/domain/reconcilers/argocd/testing/api-objects.ts'
import type { ConfinedFleet } from '#lib/domain/reconcilers/argocd/testing/confinement-fleet.ts'
import { presentTeams } from '#lib/domain/reconcilers/argocd/testing/confinement-fleet.ts'
import { account } from '#lib/domain/reconcilers/argocd/testing/rbac-evaluator.ts'
import { HOOKS } from '#lib/domain/reconcilers/argocd/testing/source-questions.ts'
import { targetsOf } from '#lib/domain/reconcilers/argocd/testing/source-targets.ts'
import { CONTROLLER } from './argocd-cluster.ts'
import { acceptable } from './sample-objects.ts'

/** Claims to be somebody's namespace, which only real namespaces can say. */
const FORGED_NAMESPACE: ApiObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'x', labels: { 'berth.dev/team': 'payments' } },
}

/** By Argo CD's controller itself, which creates them so when it impersonates nobody. */
export function hookRequests(fleet: ConfinedFleet): readonly AdmissionRequest[] {
  const [team] = presentTeams(fleet)
  if (team === undefined) return []
  const targets = targetsOf(team, fleet).map(({ object }) => object)
  const samples = [...targets, FORGED_NAMESPACE].flatMap((object) => acceptable(object) ?? [])
  const own = { 'argocd.argoproj.io/tracking-id': `${team.name}--api:x` }
  const metadatas = HOOKS.flatMap(({ annotations }) => [{ ...own, ...annotations }, annotations])
  return samples.flatMap((sample) =>
    metadatas.map((annotations) => ({
      user: account(CONTROLLER).user,
      operation: 'CREATE',
      object: { ...sample, metadata: { ...sample.metadata, annotations } },
    })),
  )
}
