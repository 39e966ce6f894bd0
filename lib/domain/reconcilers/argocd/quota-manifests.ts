// The limits of a team's namespace: its quota, and the defaults for containers that request nothing.
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'

type Resource = 'cpu' | 'memory'
type Quota = ReadonlyMap<string, string>

/** What a container requests by default, and its limit where the quota counts limits. */
const REQUEST = { cpu: '100m', memory: '128Mi' } as const
const LIMIT = { cpu: '500m', memory: '512Mi' } as const

/**
 * The quota of a namespace by its entries, and a LimitRange if they count CPU or memory: under such a quota Kubernetes
 * refuses every Pod with a container that doesn't request them.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/quota/v1/evaluator/core/pods.go `Constraints`
 */
export function quotaManifests(namespace: string, hard: Quota): readonly YamlMap[] {
  const metadata = { name: 'berth', namespace }
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } }
  const container = containerDefaults(hard)
  if (container === null) return [quota]
  const spec = { limits: [container] }
  return [quota, { apiVersion: 'v1', kind: 'LimitRange', metadata, spec }]
}

/**
 * The defaults of a container. It has a limit only where the quota counts limits, because the limit would refuse containers
 * that request more. Neither exceeds the quota, so that one such container fits, and no request exceeds its limit.
 */
function containerDefaults(hard: Quota): YamlMap | null {
  const requests = new Map<string, string>()
  const limits = new Map<string, string>()
  for (const resource of ['cpu', 'memory'] as const) {
    const counted = countedAmounts(hard, resource)
    if (counted.requests.length + counted.limits.length === 0) continue
    const limit = least([LIMIT[resource], ...counted.limits])
    if (counted.limits.length > 0) limits.set(resource, limit)
    const under = counted.limits.length > 0 ? [limit] : []
    requests.set(resource, least([REQUEST[resource], ...counted.requests, ...under]))
  }
  if (requests.size === 0) return null
  const type = 'Container'
  return limits.size === 0
    ? { type, defaultRequest: requests }
    : { type, default: limits, defaultRequest: requests }
}

/** A resource's bare name in a quota means its requests. */
function countedAmounts(hard: Quota, resource: Resource) {
  const amounts = (...names: readonly string[]) => names.flatMap((name) => hard.get(name) ?? [])
  return {
    requests: amounts(resource, `requests.${resource}`),
    limits: amounts(`limits.${resource}`),
  }
}

const least = (amounts: readonly string[]) =>
  amounts.reduce((one, other) => (valueOf(other) < valueOf(one) ? other : one))

const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** A Kubernetes quantity as a number, exact enough to compare; an invalid one counts as infinite. */
function valueOf(quantity: string): number {
  const [, digits, suffix = ''] =
    /^(\+?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]{0,2})$/.exec(quantity) ?? []
  const factor = FACTORS[suffix]
  return digits === undefined || factor === undefined ? Infinity : Number(digits) * factor
}
