// The accounts, roles and bindings that generated manifests may contain: every field that isn't here is refused.
import { z } from 'zod'
import { metadata } from './metadata.ts'

const RBAC = 'rbac.authorization.k8s.io'

/**
 * An `apiGroup` must be written out: Kubernetes has a default for it, but other readers of a binding have another. Accounts
 * have none, and name their namespace.
 */
const subjects = z.array(
  z
    .strictObject({
      apiGroup: z.string().min(1).optional(),
      kind: z.string(),
      name: z.string(),
      namespace: z.string().optional(),
    })
    .refine(
      ({ apiGroup, kind, namespace }) =>
        (kind === 'ServiceAccount') === (apiGroup === undefined) &&
        (kind === 'ServiceAccount') === (namespace !== undefined),
      'an apiGroup, or the namespace of an account',
    ),
)
const roleRef = z.strictObject({ apiGroup: z.string().min(1), kind: z.string(), name: z.string() })

export const roleBinding = z.strictObject({
  apiVersion: z.literal(`${RBAC}/v1`),
  kind: z.literal('RoleBinding'),
  metadata,
  roleRef,
  subjects: subjects.optional(),
})

export const clusterRoleBinding = z.strictObject({
  ...roleBinding.shape,
  kind: z.literal('ClusterRoleBinding'),
})

/** An empty list of names is a mistake: it would mean all names. */
const policyRule = z.strictObject({
  apiGroups: z.array(z.string()).optional(),
  resources: z.array(z.string()).optional(),
  resourceNames: z.array(z.string().min(1)).min(1).optional(),
  nonResourceURLs: z.array(z.string()).optional(),
  verbs: z.array(z.string()),
})

export const clusterRole = z.strictObject({
  apiVersion: z.literal(`${RBAC}/v1`),
  kind: z.literal('ClusterRole'),
  metadata,
  rules: z.array(policyRule),
})

/** Of one namespace. */
export const role = z.strictObject({ ...clusterRole.shape, kind: z.literal('Role') })

export const serviceAccount = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ServiceAccount'),
  metadata,
  automountServiceAccountToken: z.boolean().optional(),
})

export type RoleBinding = z.infer<typeof roleBinding>
export type ClusterRoleBinding = z.infer<typeof clusterRoleBinding>
export type PolicyRule = z.infer<typeof policyRule>
