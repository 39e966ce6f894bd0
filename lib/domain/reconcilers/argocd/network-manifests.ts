// The network policies: each team's, in all three modes, and those that protect Argo CD on the cluster.
import type { NetworkMode, Team } from '#lib/domain/objects/objects.ts'
import type { YamlMap, YamlValue } from '#lib/domain/text/yaml-text.ts'
import { COMPARE_OPTIONS, SYNC_OPTIONS } from './argocd.ts'

const NETWORK_API = 'networking.k8s.io/v1'

/** Selects all pods of the policy's own namespace. */
const OWN_PODS = { podSelector: {} }

/**
 * The policy of a team's namespace. It has the same name and file in every mode, and is never pruned: a moment without it
 * would open what was closed.
 */
export function teamNetworkManifest(team: Team): YamlMap {
  return {
    apiVersion: NETWORK_API,
    kind: 'NetworkPolicy',
    metadata: {
      name: 'berth',
      namespace: team.name,
      annotations: { [SYNC_OPTIONS]: 'Prune=false', [COMPARE_OPTIONS]: 'IgnoreExtraneous' },
    },
    spec: { podSelector: {}, ...TRAFFIC[team.network] },
  }
}

const TRAFFIC: Record<NetworkMode, Record<string, YamlValue>> = {
  namespace: {
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [
          OWN_PODS,
          { namespaceSelector: { matchLabels: { 'berth.dev/ingress': 'allowed' } } },
        ],
      },
    ],
  },
  // Both directions are spelled out: a direction that isn't mentioned would be left to other policies.
  open: { policyTypes: ['Ingress', 'Egress'], ingress: [{}], egress: [{}] },
  closed: {
    policyTypes: ['Ingress', 'Egress'],
    ingress: [{ from: [OWN_PODS] }],
    egress: [
      { to: [OWN_PODS] },
      {
        to: [
          { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } },
        ],
        ports: [
          { protocol: 'TCP', port: 53 },
          { protocol: 'UDP', port: 53 },
        ],
      },
    ],
  },
}

/**
 * The policies that keep all Pods but Argo CD's own from its repository server and cache. The rules are those of Argo CD's
 * own manifests under other names: policies add up, so existing ones are left alone.
 * https://github.com/argoproj/argo-cd/tree/37ee0097/manifests/base
 */
export function argocdNetworkManifests(argocdNamespace: string): readonly YamlMap[] {
  const server = 'argocd-server'
  const repoServer = 'argocd-repo-server'
  const controller = 'argocd-application-controller'
  const users = [
    server,
    controller,
    'argocd-notifications-controller',
    'argocd-applicationset-controller',
  ]
  const metrics = {
    ports: [{ protocol: 'TCP', port: 8084 }],
    from: [{ namespaceSelector: {} }],
  }
  return [
    argocdPolicy(argocdNamespace, repoServer, [fromPods(users, 8081), metrics]),
    argocdPolicy(argocdNamespace, 'argocd-redis', [
      fromPods([server, repoServer, controller], 6379),
    ]),
  ]
}

function argocdPolicy(
  namespace: string,
  component: string,
  ingress: readonly YamlValue[],
): YamlMap {
  return {
    apiVersion: NETWORK_API,
    kind: 'NetworkPolicy',
    metadata: {
      name: `berth-${component}`,
      namespace,
      annotations: { [SYNC_OPTIONS]: 'Prune=false,Delete=false' },
    },
    spec: {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': component } },
      policyTypes: ['Ingress'],
      ingress,
    },
  }
}

function fromPods(components: readonly string[], port: number): YamlMap {
  const named = { key: 'app.kubernetes.io/name', operator: 'In', values: components }
  return {
    ports: [{ protocol: 'TCP', port }],
    from: [{ podSelector: { matchExpressions: [named] } }],
  }
}
