// Which traffic the generated network policies let through, on a cluster whose network enforces them.
import type { Labels } from './kubernetes-evaluator.ts'
import { namespaceLabels } from './kubernetes-evaluator.ts'
import type { GeneratedObjects, LabelSelector, NetworkPolicy } from './parse-tree.ts'

/** `namespace` null: what is outside the cluster. */
export type Pod = { readonly namespace: string | null; readonly labels: Labels }
type Port = { readonly protocol: 'TCP' | 'UDP'; readonly port: number }
type Rule = {
  readonly peers: readonly {
    readonly podSelector?: LabelSelector | undefined
    readonly namespaceSelector?: LabelSelector | undefined
  }[]
  readonly ports: readonly {
    readonly protocol?: string | undefined
    readonly port?: number | undefined
  }[]
}

/**
 * Whether one pod reaches a port of another: no policy of either side may stand in the way. A pod that no policy selects
 * in a direction is open in it; those that select it add up. A rule without peers, or without ports, is for all of them.
 *
 * https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/ (1.34)
 */
export function reaches(objects: GeneratedObjects, from: Pod, to: Pod, port: Port): boolean {
  const allows = (rule: Rule, owner: Pod, other: Pod) =>
    (rule.peers.length === 0 || rule.peers.some((peer) => isPeer(objects, peer, owner, other))) &&
    (rule.ports.length === 0 || rule.ports.some((one) => isPort(one, port)))
  const incoming = rulesFor(objects, to, 'Ingress')
  const outgoing = rulesFor(objects, from, 'Egress')
  return (
    (incoming === null || incoming.some((rule) => allows(rule, to, from))) &&
    (outgoing === null || outgoing.some((rule) => allows(rule, from, to)))
  )
}

/** The rules of all policies that select the pod in the direction; null where none does. */
function rulesFor(
  { networkPolicies }: GeneratedObjects,
  pod: Pod,
  direction: 'Ingress' | 'Egress',
): readonly Rule[] | null {
  const selecting = networkPolicies.filter(
    (policy) =>
      policy.metadata.namespace === pod.namespace &&
      typesOf(policy).includes(direction) &&
      selects(policy.spec.podSelector, pod.labels),
  )
  if (selecting.length === 0) return null
  return selecting.flatMap(({ spec }) => {
    const rules =
      direction === 'Ingress'
        ? (spec.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
        : (spec.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))
    return rules.map(({ peers = [], ports = [] }) => ({ peers, ports }))
  })
}

/** Absent or empty types are Ingress always, and Egress where there are rules for it. */
function typesOf({ spec }: NetworkPolicy): readonly string[] {
  if (spec.policyTypes !== undefined && spec.policyTypes.length > 0) return spec.policyTypes
  return (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
}

function isPeer(
  objects: GeneratedObjects,
  { podSelector, namespaceSelector }: Rule['peers'][number],
  owner: Pod,
  other: Pod,
): boolean {
  if (other.namespace === null) return false
  const isNamespace =
    namespaceSelector === undefined
      ? owner.namespace === other.namespace
      : selects(namespaceSelector, namespaceLabels(objects, other.namespace))
  return isNamespace && selects(podSelector ?? {}, other.labels)
}

function isPort({ protocol = 'TCP', port }: Rule['ports'][number], asked: Port): boolean {
  return protocol === asked.protocol && (port === undefined || port === asked.port)
}

function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}
