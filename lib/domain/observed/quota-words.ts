/**
 * Whether a cluster's words say that a team's quota refused something, as Kubernetes says it:
 * https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
export function tellsOfQuota(message: string): boolean {
  return /\bexceeded quota: /.test(message)
}
