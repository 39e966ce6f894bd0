// The namespace of a cluster's Argo CD is nobody else's, and doesn't change below what runs there.
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'

/** A team of the name of a namespace that Argo CD has on some cluster would own Argo CD there. */
export function namespaceReserved(team: string, argocdNamespace: string | null): readonly Issue[] {
  if (team !== argocdNamespace) return []
  const reason = 'The name is reserved: it is the namespace of Argo CD on a cluster.'
  return [{ path: ['name'], code: 'name_reserved', reason }]
}

export function namespaceIssues(
  { argocdNamespace }: Cluster,
  isTeam: (name: string) => boolean,
): readonly Issue[] {
  if (argocdNamespace === null || !isTeam(argocdNamespace)) return []
  const reason = `The namespace ${argocdNamespace} is that of the team of this name.`
  return [{ path: ['argocd_namespace'], code: 'argocd_namespace_taken', reason }]
}

/** From one namespace to another Argo CD takes no Application along: the old one would prune what it finds gone, with all its workloads. */
export const NAMESPACE_IN_USE: Issue = {
  path: ['argocd_namespace'],
  code: 'argocd_namespace_in_use',
  reason:
    'Argo CD would delete everything on the cluster: its namespace changes only while nothing is placed there.',
}
