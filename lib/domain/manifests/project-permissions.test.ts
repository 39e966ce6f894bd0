// What the projects permit, asked of Argo CD's own rules, written out again here:
// https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go
import type { IAppProject } from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1'
import { AppProject } from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1'
import { describe, expect, it } from 'vitest'
import { baseFiles } from './cluster-manifests.ts'
import { teamFiles } from './team-manifests.ts'
import type { KubernetesObject } from './testing/sample-fleet.ts'
import { cluster, everyObject, objectsOf, settings, team } from './testing/sample-fleet.ts'

type Spec = IAppProject['spec']
type GroupKind = { readonly group: string; readonly kind: string; readonly name?: string }

/** A glob of which only `*` is used; with a separator `*` does not cross it, and `*` alone is everything. */
function globMatches(glob: string, text: string, separator = ''): boolean {
  if (glob === '*') return true
  const any = separator === '' ? '.*' : `[^${separator}]*`
  const parts = glob
    .split('*')
    .map((part) => part.replaceAll(/[.\\+?^${}()|[\]]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join(any)}$`).test(text)
}

const isDenial = (pattern: string) => pattern.startsWith('!')

function namespaceIsPermitted(spec: Spec, namespace: string): boolean {
  const patterns = (spec.destinations ?? [])
    .filter(({ server }) => server === 'https://kubernetes.default.svc')
    .map((destination) => destination.namespace ?? '')
  const denied = patterns.some((one) => isDenial(one) && globMatches(one.slice(1), namespace))
  return !denied && patterns.some((one) => !isDenial(one) && globMatches(one, namespace))
}

const normalized = (url: string) => url.toLowerCase().replace(/\.git$/, '')

function sourceIsPermitted(spec: Spec, source: string): boolean {
  return (spec.sourceRepos ?? []).some((repo) =>
    globMatches(normalized(repo), normalized(source), '/'),
  )
}

function isIn(list: readonly GroupKind[], { group, kind, name = '' }: GroupKind): boolean {
  return list.some((item) => {
    const isNamed = item.name === undefined || globMatches(item.name, name)
    return globMatches(item.group, group) && globMatches(item.kind, kind) && isNamed
  })
}

function kindIsPermitted(spec: Spec, asked: GroupKind, isNamespaced: boolean): boolean {
  if (!isNamespaced) {
    const denied = isIn(spec.clusterResourceBlacklist ?? [], asked)
    return !denied && isIn(spec.clusterResourceWhitelist ?? [], asked)
  }
  const white = spec.namespaceResourceWhitelist
  const isWhite = white === undefined || isIn(white, asked)
  return isWhite && !isIn(spec.namespaceResourceBlacklist ?? [], asked)
}

function objectIsPermitted(spec: Spec, { apiVersion, kind, metadata }: KubernetesObject): boolean {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
  const { name, namespace } = metadata
  if (namespace === undefined) return kindIsPermitted(spec, { group, kind, name }, false)
  return kindIsPermitted(spec, { group, kind, name }, true) && namespaceIsPermitted(spec, namespace)
}

function projectOf(text: string | undefined): Spec {
  const [object] = objectsOf(text ?? '')
  return Reflect.construct(AppProject, [object]).spec
}

const rootProject = projectOf(baseFiles(cluster('east-01'), 'main', settings).get('project.yaml'))
const teamProject = projectOf(teamFiles(team('payments'), settings).get('project.yaml'))

const namespaced = (kind: string, name: string, namespace: string, apiVersion = 'v1') => {
  return { apiVersion, kind, metadata: { name, namespace } }
}
const ofCluster = (kind: string, name: string, apiVersion = 'v1') => {
  return { apiVersion, kind, metadata: { name } }
}

describe('the project of the root', () => {
  it.each(['argocd', 'openshift-gitops', 'gitops'])(
    'permits all that Berth writes: %s',
    (argocdNamespace) => {
      const own = { ...settings, argocdNamespace }
      const project = projectOf(baseFiles(cluster('east-01'), 'main', own).get('project.yaml'))
      for (const object of everyObject(own)) expect(objectIsPermitted(project, object)).toBe(true)
      expect(sourceIsPermitted(project, own.pullUrl)).toBe(true)
    },
  )

  it.each([
    ofCluster('Namespace', 'kube-system'),
    ofCluster('Namespace', 'kube-public'),
    ofCluster('Namespace', 'cattle-system'),
    ofCluster('Namespace', 'default'),
    ofCluster('Namespace', 'argocd'),
    ofCluster('ClusterRoleBinding', 'x', 'rbac.authorization.k8s.io/v1'),
    ofCluster('CustomResourceDefinition', 'x', 'apiextensions.k8s.io/v1'),
    namespaced('Secret', 'x', 'argocd'),
    namespaced('ConfigMap', 'argocd-cm', 'argocd'),
    namespaced('Role', 'x', 'payments', 'rbac.authorization.k8s.io/v1'),
    namespaced('Deployment', 'x', 'payments', 'apps/v1'),
    namespaced('ApplicationSet', 'x', 'argocd', 'argoproj.io/v1alpha1'),
    namespaced('RoleBinding', 'x', 'kube-system', 'rbac.authorization.k8s.io/v1'),
    namespaced('NetworkPolicy', 'x', 'kube-public', 'networking.k8s.io/v1'),
    namespaced('NetworkPolicy', 'x', 'cattle-system', 'networking.k8s.io/v1'),
  ])('permits nothing that Berth does not write: %j', (object) => {
    expect(objectIsPermitted(rootProject, object)).toBe(false)
  })

  it('permits no other repository', () => {
    expect(sourceIsPermitted(rootProject, 'https://git.example.com/payments/api.git')).toBe(false)
  })
})

describe('the project of a team', () => {
  it.each([
    namespaced('Deployment', 'x', 'payments', 'apps/v1'),
    namespaced('Secret', 'x', 'payments'),
    namespaced('ConfigMap', 'x', 'payments'),
    namespaced('Ingress', 'x', 'payments', 'networking.k8s.io/v1'),
  ])('permits its own workloads: %j', (object) => {
    expect(objectIsPermitted(teamProject, object)).toBe(true)
  })

  it.each(['orders', 'argocd', 'kube-system', 'default', 'payments-2', 'berth', ''])(
    'permits no namespace but its own: %j',
    (namespace) => {
      expect(namespaceIsPermitted(teamProject, namespace)).toBe(false)
    },
  )

  it.each([
    ['argoproj.io', 'Application'],
    ['argoproj.io', 'ApplicationSet'],
    ['argoproj.io', 'AppProject'],
    ['rbac.authorization.k8s.io', 'Role'],
    ['rbac.authorization.k8s.io', 'RoleBinding'],
    ['', 'ResourceQuota'],
    ['', 'LimitRange'],
    ['networking.k8s.io', 'NetworkPolicy'],
    ['cilium.io', 'CiliumNetworkPolicy'],
    ['crd.projectcalico.org', 'NetworkPolicy'],
  ])('permits nothing that would widen its own rights: %s %s', (group, kind) => {
    expect(kindIsPermitted(teamProject, { group, kind, name: 'x' }, true)).toBe(false)
  })

  it.each([
    ['', 'Namespace', 'payments'],
    ['', 'PersistentVolume', 'x'],
    ['rbac.authorization.k8s.io', 'ClusterRoleBinding', 'x'],
    ['apiextensions.k8s.io', 'CustomResourceDefinition', 'x'],
  ])('permits none of the cluster’s own kinds: %s %s', (group, kind, name) => {
    expect(kindIsPermitted(teamProject, { group, kind, name }, false)).toBe(false)
  })

  it.each([
    ['https://git.example.com/payments/api.git', true],
    ['https://git.example.com/payments/api', true],
    ['https://git.example.com/payments/api/x.git', false],
    ['https://git.example.com/payments/apis.git', false],
    ['https://git.example.com/fleet/gitops.git', false],
    ['https://git.example.com/orders/api.git', false],
  ])('permits the repositories that it names, and no other: %s, %s', (source, isPermitted) => {
    expect(sourceIsPermitted(teamProject, source)).toBe(isPermitted)
  })
})
