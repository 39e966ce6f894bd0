// The ClusterRole of Argo CD's controller: as Argo CD ships it, and what is left of it where accounts apply everything.
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { ACCOUNT_NAMES, RBAC_GROUP } from './delivery-accounts.ts'
import { shellQuoted } from './shell.ts'

/** Its ClusterRole, and its service account. */
export const CONTROLLER = 'argocd-application-controller'

const NON_RESOURCES = (verbs: readonly string[]) => ({ nonResourceURLs: ['*'], verbs })

/**
 * What it keeps. It may impersonate only accounts with these names, so that even a project that somebody else writes can't
 * have objects applied as one of the cluster's own powerful accounts.
 */
export const NARROW_ROLE = controllerRole([
  { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
  NON_RESOURCES(['get']),
  {
    apiGroups: ['argoproj.io'],
    resources: ['applications', 'appprojects'].flatMap((kind) => [
      kind,
      `${kind}/status`,
      `${kind}/finalizers`,
    ]),
    verbs: ['update', 'patch'],
  },
  { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  {
    apiGroups: [''],
    resources: ['serviceaccounts'],
    resourceNames: ACCOUNT_NAMES,
    verbs: ['impersonate'],
  },
])

/**
 * What Argo CD itself grants it.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/manifests/cluster-rbac/application-controller/argocd-application-controller-clusterrole.yaml
 */
export const STOCK_ROLE = controllerRole([
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  NON_RESOURCES(['*']),
])

function controllerRole(rules: readonly YamlMap[]): YamlMap {
  return {
    apiVersion: `${RBAC_GROUP}/v1`,
    kind: 'ClusterRole',
    metadata: {
      name: CONTROLLER,
      labels: {
        'app.kubernetes.io/component': 'application-controller',
        'app.kubernetes.io/name': CONTROLLER,
        'app.kubernetes.io/part-of': 'argocd',
      },
    },
    rules,
  }
}

/** The command that replaces an existing role: `kubectl apply` would merge it with rules that others applied. */
export function replaceRole(role: YamlMap): string {
  return `kubectl replace --filename - <<'EOF'\n${yamlText([role])}EOF`
}

/** The command that asks whether the controller may do something. */
export function askController(what: string, argocdNamespace: string): string {
  const as = shellQuoted(`system:serviceaccount:${argocdNamespace}:${CONTROLLER}`)
  return `kubectl auth can-i ${what} --all-namespaces --as ${as}`
}

/** The command that sets, or with null takes away, whether Argo CD works as accounts: one key, as the rest is other people's. */
export function patchImpersonation(enabled: 'true' | null, quotedNamespace: string): string {
  const patch = JSON.stringify({ data: { 'application.sync.impersonation.enabled': enabled } })
  return `kubectl patch configmap argocd-cm --namespace ${quotedNamespace} --type merge --patch ${shellQuoted(patch)}`
}

/** The command that prints what it is set to. */
export function readImpersonation(quotedNamespace: string): string {
  return `kubectl get configmap argocd-cm --namespace ${quotedNamespace} --output jsonpath='{.data.application\\.sync\\.impersonation\\.enabled}{"\\n"}'`
}
