import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, quoted } from '#lib/domain/text/text.ts'
import { reconcilerNamespaceIssues } from '../cluster/cluster-issues.ts'
import { dnsLabelIssues } from '../names.ts'
import type { ClusterType } from './cluster-type.ts'

const DELIVERY = 'git'

/**
 * Every issue of a cluster type by itself, with the API's field names in the paths. `reconcilers` are the names of those that
 * there are.
 */
export function clusterTypeIssues(
  type: ClusterType,
  { reconcilers }: { readonly reconcilers: readonly string[] },
): readonly Issue[] {
  const { namespace } = type.settings
  return [
    ...dnsLabelIssues(type.name, ['name']),
    ...descriptionIssues(type.description),
    ...(reconcilers.includes(type.reconciler) ? [] : [unknownReconciler(type, reconcilers)]),
    ...(type.delivery === DELIVERY ? [] : [otherDelivery(type)]),
    ...reconcilerNamespaceIssues(namespace, ['settings', 'namespace']),
  ]
}

function unknownReconciler({ reconciler }: ClusterType, known: readonly string[]): Issue {
  const reason = `There is no reconciler ${quoted(reconciler)}, only ${known.join(', ')}.`
  return { path: ['reconciler'], code: 'reconciler_unknown', reason }
}

function otherDelivery({ delivery }: ClusterType): Issue {
  const reason = `Clusters are delivered to by ${DELIVERY} alone, not by ${quoted(delivery)}.`
  return { path: ['delivery'], code: 'delivery_not_supported', reason }
}
