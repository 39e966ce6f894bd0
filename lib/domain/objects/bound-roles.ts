// The ClusterRoles that a RoleBinding of Berth's may name. One list says which a team may choose for its people, which the
// bootstrap lets the root bind, and which are ever written: a RoleBinding to any other would be refused on the cluster,
// and Argo CD's controller ends, again and again, over a RoleBinding that it may not write.
// https://github.com/argoproj/argo-cd/issues/28607

/** For people: what a team's `kubectl` may be. Kubernetes comes with both. */
export const KUBECTL_ROLES = ['view', 'edit'] as const
export type KubectlRole = (typeof KUBECTL_ROLES)[number]

/** For the account that a team's Applications are applied by: what they may bring. */
export const APPLICATION_ROLE = 'berth-application'

export const BOUND_ROLES: readonly string[] = [...KUBECTL_ROLES, APPLICATION_ROLE]
