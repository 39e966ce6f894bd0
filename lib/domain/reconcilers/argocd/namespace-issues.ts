// The namespace of a cluster's Argo CD belongs to no team, and doesn't change while something is placed on the cluster.
import type { Issue } from '#lib/domain/text/issue.ts'

/** A team with the name of a namespace in which some cluster has its Argo CD would own Argo CD there. */
export function namespaceReserved(team: string, argocdNamespace: string | null): readonly Issue[] {
  if (team !== argocdNamespace) return []
  const reason = 'The name is reserved: it is the namespace of Argo CD on a cluster.'
  return [{ path: ['name'], code: 'name_reserved', reason }]
}

export function namespaceIssues(
  namespace: string | null,
  isTeam: (name: string) => boolean,
): readonly Omit<Issue, 'path'>[] {
  if (namespace === null || !isTeam(namespace)) return []
  const reason = `The namespace ${namespace} is that of the team of this name.`
  return [{ code: 'argocd_namespace_taken', reason }]
}

/** Argo CD takes no Application along to another namespace: the old one would prune those it misses, workloads and all. */
export const NAMESPACE_IN_USE: Issue = {
  path: ['argocd_namespace'],
  code: 'argocd_namespace_in_use',
  reason:
    'Argo CD would delete everything on the cluster: its namespace changes only while nothing is placed there.',
}
