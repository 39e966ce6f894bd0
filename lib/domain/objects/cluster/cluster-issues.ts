import { labelIssues, labelValueIssues } from '#lib/domain/labels/labels.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, textIssues } from '#lib/domain/text/text.ts'
import { dnsLabelIssues } from '../names.ts'
import { type Cluster, clusterLabels } from './cluster.ts'

const SHORT_NAME_CHARACTERS_MAX = 63
/** Where clusters register themselves, beside the addresses of clusters. */
const REGISTER = 'register'
const REGISTER_RESERVED: Issue = {
  path: ['name'],
  code: 'name_reserved',
  reason: 'Clusters register themselves at the address of this name.',
}

/**
 * Every issue of a cluster by itself, with the API's field names in the paths. Its environment is a label's value
 * (`label_value` if it can't be one); empty means that it has none.
 */
export function clusterIssues(cluster: Cluster): readonly Issue[] {
  const derived = clusterLabels({ ...cluster, labels: new Map() })
  return [
    ...dnsLabelIssues(cluster.name, ['name']),
    ...(cluster.name === REGISTER ? [REGISTER_RESERVED] : []),
    ...descriptionIssues(cluster.description),
    ...textIssues(cluster.shortName, ['shortName'], {
      charactersMax: SHORT_NAME_CHARACTERS_MAX,
      lineBreaks: false,
    }),
    ...labelValueIssues(cluster.environment, ['environment'], 'label_value'),
    ...(cluster.type === null ? [] : dnsLabelIssues(cluster.type, ['type'])),
    ...reconcilerNamespaceIssues(cluster.argocdNamespace, ['argocd_namespace']),
    ...labelIssues(cluster.labels, ['metadata'], derived),
  ]
}

/** The root's project allows nothing into kube-* and *-system, so an Argo CD there couldn't manage itself. */
export function reconcilerNamespaceIssues(
  namespace: string | null,
  path: Issue['path'],
): readonly Issue[] {
  if (namespace === null) return []
  if (!/^kube-|-system$/.test(namespace)) return dnsLabelIssues(namespace, path)
  const reason = 'Argo CD could not manage itself in a namespace kube-* or *-system.'
  return [{ path, code: 'argocd_namespace_platform', reason }]
}
