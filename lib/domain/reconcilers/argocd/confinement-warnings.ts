// What a person should know before changing what keeps teams apart on a cluster.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Confinement } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'

/** The warnings of a cluster that is created (`before` null) or replaced. */
export function confinementWarnings(before: TypedCluster | null, after: TypedCluster): Warning[] {
  if (before?.confinement === after.confinement) return []
  const weaker = WEAKER[after.confinement]
  return [
    ...(weaker === null ? [] : [{ code: weaker.code, message: weaker.message(after.name) }]),
    ...(before === null ? [] : [changedWarning(before, after)]),
  ]
}

const WEAKER: Readonly<
  Record<
    Confinement,
    { readonly code: string; readonly message: (cluster: string) => string } | null
  >
> = {
  account: null,
  impersonation: {
    code: 'isolation_weaker',
    message: (cluster) =>
      `On ${cluster} teams are kept to what they may do only while Argo CD's impersonation stays switched on and each of its projects names accounts: Argo CD keeps its own rights.`,
  },
  project: {
    code: 'teams_not_isolated',
    message: (cluster) =>
      `Nothing isolates teams on ${cluster}: Argo CD does everything with its own rights, and a team can become the administrator of the cluster.`,
  },
}

/** The policy for deletion hooks is in the bootstrap or not; the rest is done by hand, and applying removes nothing. */
function changedWarning(before: TypedCluster, after: TypedCluster): Warning {
  const steps = `What keeps teams apart on ${after.name} changes only by what somebody does there${undone(before, after) ?? ': its page has the steps.'}`
  return { code: 'confinement_changed', message: `${steps}${bootstrapSentence(before, after)}` }
}

/** The commands that undo steps which the weaker confinement doesn't have; null: there are none. */
function undone(before: TypedCluster, after: TypedCluster): string | null {
  const sentences = [
    ...(before.confinement === 'account'
      ? ["Argo CD's own manifests, applied again, give its controller its rights back."]
      : []),
    ...(before.confinement !== 'project' && after.confinement === 'project'
      ? [
          'With application.sync.impersonation.enabled set to "false" in argocd-cm it works as no accounts any more.',
        ]
      : []),
  ]
  return sentences.length === 0 ? null : `. ${sentences.join(' ')}`
}

function bootstrapSentence(before: TypedCluster, after: TypedCluster): string {
  if (before.confinement === 'project') return ' Its bootstrap is another, to be applied again.'
  if (after.confinement !== 'project') return ''
  return ' Its bootstrap is another; what it no longer holds goes by `kubectl delete validatingadmissionpolicy,validatingadmissionpolicybinding berth-delete-hooks`.'
}
