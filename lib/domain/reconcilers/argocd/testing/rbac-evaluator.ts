// Which requests Kubernetes allows whom, by roles and bindings alone.
import type { ClusterRoleBinding, PolicyRule, RoleBinding } from './access-kinds.ts'
import { CLUSTER_ROLES } from './cluster-roles.ts'
import type { GeneratedObjects } from './parse-tree.ts'

export const RBAC = 'rbac.authorization.k8s.io'

/** Kubernetes puts everyone who is signed in into this group. */
const EVERYONE = 'system:authenticated'

export type Caller = { readonly user: string; readonly groups: readonly string[] }

export type ApiRequest = {
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource: `pods/exec`. */
  readonly resource: string
  /** Null: the resource is the cluster's own, or the request is for all namespaces. */
  readonly namespace: string | null
  /** Empty where the request has none, such as one that creates. */
  readonly name: string
}

/** A person, by their groups at the identity provider; no binding names a user. */
export function person(groups: readonly string[]): Caller {
  return { user: 'person@example.com', groups: [...groups, EVERYONE] }
}

/**
 * An account by its namespace and name, written `namespace:name`.
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/ (1.34)
 */
export function account(namespaceAndName: string): Caller {
  const namespace = namespaceAndName.split(':')[0] ?? ''
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, EVERYONE]
  return { user: `system:serviceaccount:${namespaceAndName}`, groups }
}

/**
 * Whether the bindings give the caller the request. A RoleBinding gives nothing outside its own namespace, not even of a
 * role that could; a ClusterRoleBinding gives it everywhere, and binds no Role of a namespace.
 *
 * https://github.com/openshift/kubernetes/blob/4fc7e447/pkg/registry/rbac/validation/rule.go `VisitRulesFor`,
 * `GetRoleReferenceRules` and `appliesToUser`, the same in Kubernetes itself
 */
export function callerMay(objects: GeneratedObjects, caller: Caller, request: ApiRequest): boolean {
  const bindings = [
    ...objects.clusterRoleBindings,
    ...objects.roleBindings.filter(
      ({ metadata }) => request.namespace !== null && metadata.namespace === request.namespace,
    ),
  ]
  return bindings.some(
    (binding) =>
      bindingIsFor(binding, caller) &&
      rulesOf(objects, binding).some((rule) => ruleAllows(rule, request)),
  )
}

/**
 * The API server refuses a whole binding with a subject that it can't mean, so that binding gives nothing to anyone.
 *
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/apis/rbac/validation/validation.go
 * `ValidateRoleBindingSubject`
 */
function bindingIsFor({ subjects = [] }: RoleBinding | ClusterRoleBinding, caller: Caller) {
  const areValid = subjects.every(
    ({ kind, apiGroup, name }) =>
      name !== '' &&
      (kind === 'ServiceAccount' || (['Group', 'User'].includes(kind) && apiGroup === RBAC)),
  )
  return (
    areValid &&
    subjects.some(({ kind, name, namespace }) => {
      if (kind === 'Group') return caller.groups.includes(name)
      return caller.user === (kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`)
    })
  )
}

function rulesOf(
  { clusterRoles, roles }: GeneratedObjects,
  { kind, metadata: { namespace }, roleRef }: RoleBinding | ClusterRoleBinding,
): readonly PolicyRule[] {
  if (roleRef.apiGroup !== RBAC) return []
  if (roleRef.kind === 'Role' && kind === 'RoleBinding') {
    const isMeant = ({
      metadata,
    }: {
      readonly metadata: { name: string; namespace?: string | undefined }
    }) => metadata.name === roleRef.name && metadata.namespace === namespace
    return roles.find(isMeant)?.rules ?? []
  }
  if (roleRef.kind !== 'ClusterRole') return []
  const own = clusterRoles.find(({ metadata }) => metadata.name === roleRef.name)
  return own?.rules ?? CLUSTER_ROLES.get(roleRef.name) ?? []
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.0/plugin/pkg/auth/authorizer/rbac/rbac.go `RuleAllows` */
function ruleAllows(rule: PolicyRule, asked: ApiRequest): boolean {
  return (
    holds(rule.verbs, asked.verb) &&
    holds(rule.apiGroups ?? [], asked.apiGroup) &&
    holds(rule.resources ?? [], asked.resource) &&
    (rule.resourceNames === undefined || rule.resourceNames.includes(asked.name))
  )
}

function holds(list: readonly string[], text: string): boolean {
  return list.includes('*') || list.includes(text)
}
