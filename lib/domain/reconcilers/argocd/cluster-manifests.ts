// What a cluster has before any team: the project `berth`, the root Application that manages itself, and the policies
// that guard Argo CD. They are always there, so that the folder that the root reads is never empty.
import { clusterFolder } from '#lib/domain/git/repository-paths.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { deleteHooksPolicy, projectsPolicy } from './admission-policies.ts'
import { ARGOCD_API, retry, SYNC_OPTIONS, THIS_CLUSTER } from './argocd.ts'
import { clusterRights } from './cluster-rights.ts'
import { emptyDefaultProject } from './default-project.ts'
import { appliedAs, rootAccount } from './delivery-accounts.ts'
import { argocdNetworkManifests } from './network-manifests.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { settingsIn } from './settings-in.ts'

const ROOT = 'berth'

/** In Git the two objects are part of what they manage, so no sync may take them away. */
const KEPT = { [SYNC_OPTIONS]: 'Prune=false,Delete=false' }

/** The hook finalizers that Argo CD adds to Applications, in jq: Git has none, and the root must not strip them. */
const HOOK_FINALIZERS =
  '.metadata.finalizers[]? | select(startswith("post-delete-finalizer.argocd.argoproj.io") or ' +
  'startswith("pre-delete-finalizer.argocd.argoproj.io"))'

/** The files of a cluster's `base` folder by name. `branch` is the one it lives on, without `refs/heads/`. */
export function baseFiles(
  cluster: Cluster,
  branch: string,
  fleetSettings: ManifestSettings,
): ReadonlyMap<string, string> {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const files = new Map([
    ['network.yaml', yamlText(argocdNetworkManifests(settings.argocdNamespace))],
    ['project.yaml', yamlText([rootProject(settings, { annotations: KEPT })])],
    ['root.yaml', yamlText([rootApplication(cluster, branch, settings, { annotations: KEPT })])],
  ])
  if (cluster.defaultProject === 'empty') {
    files.set('default-project.yaml', yamlText([emptyDefaultProject(settings.argocdNamespace)]))
  }
  return files
}

/** All that a cluster's files have of it besides its name and its branch, as one text. */
export function clusterShape(cluster: Cluster): string {
  const { defaultProject, argocdNamespace } = cluster
  return JSON.stringify([defaultProject, argocdNamespace, hasHooksPolicy(cluster)])
}

/**
 * What is applied by hand once: the rights of the root and of the teams' accounts, the admission policies, then project
 * and root, as they then stand in `base`, but without the annotations, so that `kubectl delete -f` of it takes them away.
 */
export function bootstrapText(
  cluster: Cluster,
  branch: string,
  fleetSettings: ManifestSettings,
): string {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const own = yamlText([rootProject(settings), rootApplication(cluster, branch, settings)])
  return `${rightsText(settings, hasHooksPolicy(cluster))}---\n${own}`
}

/**
 * Whether hooks of deletions are held to what a team may bring. Also where Argo CD has no rights of its own: in its own
 * namespace it keeps that of making Applications and projects, which hooks would be made with if its setting were lost.
 * Where it does all with its own rights, the policy would only stop other people's hooks: it keeps nobody from anything
 * there.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/manifests/base/application-controller-roles/argocd-application-controller-role.yaml
 */
function hasHooksPolicy({ confinement }: Cluster): boolean {
  return confinement !== 'project'
}

/**
 * Whether an edit of a cluster leaves it with another bootstrap that somebody has to apply there by hand. Where it is sent to
 * another branch, the root of the old one sends it on.
 */
export function isBootstrapAnother(before: Cluster, after: Cluster): boolean {
  return (
    before.argocdNamespace !== after.argocdNamespace ||
    hasHooksPolicy(before) !== hasHooksPolicy(after)
  )
}

/** The same for all clusters but those of another namespace or choice, so it is written once for each renderer's settings. */
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
      ...clusterRights(argocdNamespace, applicationKinds),
      ...projectsPolicy(argocdNamespace),
      ...(holdsHooks ? deleteHooksPolicy(applicationKinds) : []),
    ])
  texts.set(key, text)
  return text
}

type Annotated = { readonly annotations?: Record<string, string> }

/**
 * The project of the root. The whitelists are exactly the kinds that Berth writes; a Namespace is denied by name where
 * it is the cluster's or Argo CD's own. No finalizer: deleting the bootstrap must never hang.
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
        { group: '', kind: 'ResourceQuota' },
        { group: '', kind: 'LimitRange' },
      ],
      // By the namespace that the root itself goes to, which is the same for all that it writes.
      destinationServiceAccounts: appliedAs(argocdNamespace, rootAccount(argocdNamespace)),
    },
  }
}

/**
 * The root, which applies the cluster's folder. No finalizer: deleting it leaves all workloads alone. `allowEmpty` stays
 * absent, so that an empty folder, which is always a mistake, removes nothing. One bad object stops only itself: there
 * are no sync waves, and it tries again for ever with the newest commit.
 */
function rootApplication(
  cluster: Cluster,
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
