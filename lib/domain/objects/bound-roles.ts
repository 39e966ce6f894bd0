// The ClusterRoles that Berth's RoleBindings may name. What a team may choose for its people, what the bootstrap lets the
// root bind and what is written all come from this list: a cluster refuses any other RoleBinding, and Argo CD's controller
// exits again and again when it may not write one.
// https://github.com/argoproj/argo-cd/issues/28607

/** For people: what a team's `kubectl` may be. Kubernetes comes with both. */
export const KUBECTL_ROLES = ['view', 'edit'] as const
export type KubectlRole = (typeof KUBECTL_ROLES)[number]

/** For the account that a team's Applications are applied by: what they may bring. */
export const APPLICATION_ROLE = 'berth-application'

export const BOUND_ROLES: readonly string[] = [...KUBECTL_ROLES, APPLICATION_ROLE]
