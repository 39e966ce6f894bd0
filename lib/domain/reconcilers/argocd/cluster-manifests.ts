// What a cluster has before any team: the project `berth`, the root Application that manages itself, the Application that
// tells others what configs say, and the policies that protect Argo CD. They always exist, so that the folder that the root reads is never empty.
import { clusterFolder } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { configsPolicy, deleteHooksPolicy, projectsPolicy } from './admission-policies.ts'
import { ARGOCD_API, retry, ROOT, SYNC_OPTIONS, THIS_CLUSTER } from './argocd.ts'
import { clusterRights } from './cluster-rights.ts'
import { configApplication } from './config-application.ts'
import { emptyDefaultProject } from './default-project.ts'
import { appliedAs, rootAccount } from './delivery-accounts.ts'
import { argocdNetworkManifests } from './network-manifests.ts'
import { reporterManifests } from './reporter-manifests.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { settingsIn } from './settings-in.ts'

/** The root brings these objects, itself among them, so no sync may delete them. */
const KEPT = { [SYNC_OPTIONS]: 'Prune=false,Delete=false' }

/** The hook finalizers that Argo CD adds to Applications, in jq: Git has none, and the root must not strip them. */
const HOOK_FINALIZERS =
  '.metadata.finalizers[]? | select(startswith("post-delete-finalizer.argocd.argoproj.io") or ' +
  'startswith("pre-delete-finalizer.argocd.argoproj.io"))'

/** The files of a cluster's `base` folder by name. `branch` is the one it lives on, without `refs/heads/`. */
export function baseFiles(
  cluster: TypedCluster,
  branch: string,
  fleetSettings: ManifestSettings,
): ReadonlyMap<string, string> {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const files = new Map([
    ['network.yaml', yamlText(argocdNetworkManifests(settings.argocdNamespace))],
    ['project.yaml', yamlText([rootProject(settings, { annotations: KEPT })])],
    // In one file, so that a cluster that moves to another branch takes both with it.
    [
      'root.yaml',
      yamlText([
        rootApplication(cluster, branch, settings, { annotations: KEPT }),
        configApplication(cluster, branch, settings, KEPT),
      ]),
    ],
  ])
  if (cluster.defaultProject === 'empty') {
    files.set('default-project.yaml', yamlText([emptyDefaultProject(settings.argocdNamespace)]))
  }
  return files
}

/** Everything that a cluster's files depend on besides its name and branch, as one text. */
export function clusterShape(cluster: TypedCluster): string {
  const { defaultProject, argocdNamespace } = cluster
  return JSON.stringify([defaultProject, argocdNamespace, hasHooksPolicy(cluster)])
}

/**
 * What is applied by hand once: the rights of the root and of the teams' accounts, the admission policies, the reporter, then
 * project and root, as they are in `base`, but without the annotations, so that `kubectl delete -f` can delete them.
 */
export function bootstrapText(
  cluster: TypedCluster,
  branch: string,
  fleetSettings: ManifestSettings,
): string {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const { argocdNamespace, reporter } = settings
  const own = yamlText([
    ...(reporter === null ? [] : reporterManifests(cluster.name, argocdNamespace, reporter)),
    rootProject(settings),
    rootApplication(cluster, branch, settings),
  ])
  return `${rightsText(settings, hasHooksPolicy(cluster))}---\n${own}`
}

/**
 * Whether deletion hooks are restricted to what a team may bring. This includes a controller without rights of its own: in
 * its own namespace it keeps the right to create Applications and projects, and hooks would be created with it if its
 * setting were lost. Where the controller uses its own rights for everything, the policy would prevent nothing, and only
 * stop other people's hooks.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/manifests/base/application-controller-roles/argocd-application-controller-role.yaml
 */
function hasHooksPolicy({ confinement }: TypedCluster): boolean {
  return confinement !== 'project'
}

/**
 * Whether an edit changes a cluster's bootstrap so that somebody has to apply it there by hand. When the cluster only moves
 * to another branch, the root on the old branch sends it on.
 */
export function isBootstrapAnother(before: TypedCluster, after: TypedCluster): boolean {
  return (
    before.argocdNamespace !== after.argocdNamespace ||
    hasHooksPolicy(before) !== hasHooksPolicy(after)
  )
}

/** Rendered once for each namespace and choice, under each tenant's additions: most clusters share them. */
const RIGHTS_TEXTS = new WeakMap<ManifestSettings['applicationKinds'], Map<string, string>>()

function rightsText(
  { argocdNamespace, applicationKinds }: ManifestSettings,
  holdsHooks: boolean,
): string {
  const texts = RIGHTS_TEXTS.get(applicationKinds) ?? new Map<string, string>()
  RIGHTS_TEXTS.set(applicationKinds, texts)
  const key = `${argocdNamespace} ${holdsHooks}`
  const text =
    texts.get(key) ??
    yamlText([
      // Before the right that it limits, which a cluster from an earlier layout doesn't have yet.
      ...configsPolicy(argocdNamespace),
      ...clusterRights(argocdNamespace, applicationKinds),
      ...projectsPolicy(argocdNamespace),
      ...(holdsHooks ? deleteHooksPolicy(applicationKinds) : []),
    ])
  texts.set(key, text)
  return text
}

type Annotated = { readonly annotations?: Record<string, string> }

/**
 * The project of the root. Its whitelists are exactly the kinds that Berth writes; the Namespaces of the cluster and of
 * Argo CD are denied by name. No finalizer: deleting the bootstrap must never hang.
 */
function rootProject(settings: ManifestSettings, annotated: Annotated = {}): YamlMap {
  const { argocdNamespace, pullUrl } = settings
  return {
    apiVersion: ARGOCD_API,
    kind: 'AppProject',
    metadata: { name: ROOT, namespace: argocdNamespace, ...annotated },
    spec: {
      sourceRepos: [pullUrl],
      destinations: ['*', '!kube-*', '!*-system'].map((namespace) => ({
        server: THIS_CLUSTER,
        namespace,
      })),
      clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
      clusterResourceBlacklist: ['kube-*', '*-system', 'default', argocdNamespace].map((name) => ({
        group: '',
        kind: 'Namespace',
        name,
      })),
      namespaceResourceWhitelist: [
        { group: 'argoproj.io', kind: 'AppProject' },
        { group: 'argoproj.io', kind: 'Application' },
        { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding' },
        { group: 'networking.k8s.io', kind: 'NetworkPolicy' },
        { group: '', kind: 'ServiceAccount' },
        { group: '', kind: 'ConfigMap' },
        { group: '', kind: 'ResourceQuota' },
        { group: '', kind: 'LimitRange' },
      ],
      // For the namespace that the root itself is deployed to, which covers everything that it writes.
      destinationServiceAccounts: appliedAs(argocdNamespace, rootAccount(argocdNamespace)),
    },
  }
}

/**
 * The root, which applies the cluster's folder. No finalizer: deleting it leaves all workloads alone. `allowEmpty` stays
 * absent, so that an empty folder, which is always a mistake, removes nothing. A bad object fails alone: there are no sync
 * waves, and the root keeps trying with the newest commit.
 */
function rootApplication(
  cluster: TypedCluster,
  branch: string,
  settings: ManifestSettings,
  annotated: Annotated = {},
): YamlMap {
  return {
    apiVersion: ARGOCD_API,
    kind: 'Application',
    metadata: { name: ROOT, namespace: settings.argocdNamespace, ...annotated },
    spec: {
      project: ROOT,
      destination: { server: THIS_CLUSTER, namespace: settings.argocdNamespace },
      source: {
        repoURL: settings.pullUrl,
        targetRevision: `refs/heads/${branch}`,
        path: clusterFolder(cluster.name),
        directory: { recurse: true, include: '*.yaml' },
      },
      revisionHistoryLimit: 3,
      ignoreDifferences: [
        { group: 'argoproj.io', kind: 'Application', jqPathExpressions: [HOOK_FINALIZERS] },
      ],
      syncPolicy: {
        automated: { prune: true, selfHeal: true },
        syncOptions: ['ApplyOutOfSyncOnly=true', 'FailOnSharedResource=true'],
        retry: retry(-1, '10s', '5m'),
      },
    },
  }
}
