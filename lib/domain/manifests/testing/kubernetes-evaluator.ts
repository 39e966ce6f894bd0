// What Kubernetes allows people by the generated RoleBindings, and what it holds pods and their namespaces to.
import type { PolicyRule } from './cluster-roles.ts'
import { CLUSTER_ROLES } from './cluster-roles.ts'
import type { GeneratedObjects, RoleBinding } from './parse-tree.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** Kubernetes puts everyone who is signed in into this group. */
const EVERYONE = 'system:authenticated'

export type AccessRequest = {
  /** The groups that the identity provider says. */
  readonly groups: readonly string[]
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource: `pods/exec`. */
  readonly resource: string
  /** Null: the resource is the cluster's own, or all namespaces are asked for at once. */
  readonly namespace: string | null
}

/**
 * Whether a person may do it. Only RoleBindings are generated, which give nothing outside their own namespace, not even
 * of a role that could; and only to ClusterRoles, as no Role is generated.
 *
 * https://github.com/openshift/kubernetes/blob/4fc7e447/pkg/registry/rbac/validation/rule.go `VisitRulesFor`,
 * `GetRoleReferenceRules` and `appliesToUser`, the same in Kubernetes itself
 */
export function personMay(objects: GeneratedObjects, request: AccessRequest): boolean {
  return objects.roleBindings.some(
    (binding) =>
      request.namespace !== null &&
      binding.metadata.namespace === request.namespace &&
      bindingIsFor(binding, [...request.groups, EVERYONE]) &&
      rulesOf(binding).some((rule) => ruleAllows(rule, request)),
  )
}

/**
 * The API server refuses a whole binding with a subject that it can't mean, so that binding gives nothing to anyone.
 *
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/apis/rbac/validation/validation.go
 * `ValidateRoleBindingSubject`
 */
function bindingIsFor({ subjects = [] }: RoleBinding, groups: readonly string[]): boolean {
  const areValid = subjects.every(
    ({ kind, apiGroup, name }) =>
      ['Group', 'User'].includes(kind) && apiGroup === RBAC && name !== '',
  )
  return areValid && subjects.some(({ kind, name }) => kind === 'Group' && groups.includes(name))
}

function rulesOf({ roleRef }: RoleBinding): readonly PolicyRule[] {
  if (roleRef.apiGroup !== RBAC || roleRef.kind !== 'ClusterRole') return []
  return CLUSTER_ROLES.get(roleRef.name) ?? []
}

function ruleAllows({ verbs, apiGroup, resources }: PolicyRule, asked: AccessRequest): boolean {
  return (
    holds(verbs, asked.verb) &&
    holds([apiGroup], asked.apiGroup) &&
    holds(resources, asked.resource)
  )
}

function holds(list: readonly string[], text: string): boolean {
  return list.includes('*') || list.includes(text)
}

/** The quota of a namespace: its `hard` entries, or null where there is none. */
export function quotaIn(objects: GeneratedObjects, namespace: string): object | null {
  return objects.quotas.find(({ metadata }) => metadata.namespace === namespace)?.spec.hard ?? null
}

/** The labels of a namespace, with the one that Kubernetes adds itself. */
export function namespaceLabels(objects: GeneratedObjects, namespace: string): Labels {
  const found = objects.namespaces.find(({ metadata }) => metadata.name === namespace)
  return { ...found?.metadata.labels, 'kubernetes.io/metadata.name': namespace }
}

export type Labels = Readonly<Record<string, string>>
