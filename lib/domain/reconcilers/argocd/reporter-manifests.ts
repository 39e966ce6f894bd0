// What tells Berth how the Applications of a cluster are: a Deployment next to Argo CD, which people apply with the bootstrap, and
// which may read that and nothing else.
import type { Reporter } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { clusterRole, rule } from './cluster-rights.ts'
import { CONTROLLER } from './controller-role.ts'
import { RBAC_GROUP, serviceAccount } from './delivery-accounts.ts'
import { REPORTER_SCRIPT, SECRET_FOLDER } from './reporter-script.ts'

/** Of everything that the reporter consists of, the Secret with its token included. */
export const REPORTER = 'berth-reporter'

const WORK_FOLDER = '/tmp'
/** Nobody in particular: no image has such a user. */
const NOBODY = 65_532
const SELECTED = { 'app.kubernetes.io/name': REPORTER }

/** The reporter of a cluster, in the order in which its parts need each other. */
export function reporterManifests(
  cluster: string,
  argocdNamespace: string,
  reporter: Reporter,
): readonly YamlMap[] {
  return [
    serviceAccount(REPORTER, argocdNamespace),
    ...reporterRights(argocdNamespace),
    networkPolicy(argocdNamespace, reporter.url),
    deployment(cluster, argocdNamespace, reporter),
  ]
}

/** Applications in all namespaces, as a report is about all of them; and what proves confinement, by name as far as that can be. */
function reporterRights(argocdNamespace: string): readonly YamlMap[] {
  const subjects = [{ kind: 'ServiceAccount', name: REPORTER, namespace: argocdNamespace }]
  const inNamespace = { name: REPORTER, namespace: argocdNamespace }
  return [
    clusterRole(REPORTER, [
      rule(['argoproj.io'], ['applications'], ['get', 'list']),
      { ...rule([RBAC_GROUP], ['clusterroles'], ['get']), resourceNames: [CONTROLLER] },
    ]),
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: REPORTER },
      roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: REPORTER },
      subjects,
    },
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'Role',
      metadata: inNamespace,
      rules: [
        rule(['argoproj.io'], ['appprojects'], ['get', 'list']),
        { ...rule([''], ['configmaps'], ['get']), resourceNames: ['argocd-cm'] },
      ],
    },
    {
      apiVersion: `${RBAC_GROUP}/v1`,
      kind: 'RoleBinding',
      metadata: inNamespace,
      roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: REPORTER },
      subjects,
    },
  ]
}

/** Where API servers listen, behind the address that Pods use. */
const API_SERVER_PORTS = [443, 6443]
/** OpenShift's name service listens on the second. */
const NAME_SERVICE_PORTS = [53, 5353]

/** Nothing reaches it, and it reaches names, the API server and Berth. By ports, as a policy can't name hosts. */
function networkPolicy(argocdNamespace: string, url: string): YamlMap {
  const reached = [...new Set([...NAME_SERVICE_PORTS, ...API_SERVER_PORTS, portOf(url)])]
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: REPORTER, namespace: argocdNamespace },
    spec: {
      podSelector: { matchLabels: SELECTED },
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        {
          ports: [
            ...reached.map((port) => ({ protocol: 'TCP', port })),
            ...NAME_SERVICE_PORTS.map((port) => ({ protocol: 'UDP', port })),
          ],
        },
      ],
    },
  }
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url)
  return port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port)
}

/** One Pod under the restricted rules. It starts before its Secret is there, and waits for it. */
function deployment(cluster: string, argocdNamespace: string, reporter: Reporter): YamlMap {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: REPORTER, namespace: argocdNamespace },
    spec: {
      replicas: 1,
      // Two at once would tell Berth the same twice.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: SELECTED },
      template: {
        metadata: { labels: SELECTED },
        spec: {
          serviceAccountName: REPORTER,
          automountServiceAccountToken: true,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 5,
          nodeSelector: { 'kubernetes.io/os': 'linux' },
          securityContext: {
            runAsNonRoot: true,
            runAsUser: NOBODY,
            runAsGroup: NOBODY,
            fsGroup: NOBODY,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [container(cluster, reporter)],
          volumes: [
            { name: 'work', emptyDir: { sizeLimit: '256Mi' } },
            // 0440: for the group of the Pod.
            { name: 'secret', secret: { secretName: REPORTER, optional: true, defaultMode: 288 } },
          ],
        },
      },
    },
  }
}

function container(cluster: string, { image, url }: Reporter): YamlMap {
  const environment = {
    BERTH_URL: url,
    BERTH_CLUSTER: cluster,
    BERTH_SECRET: SECRET_FOLDER,
    HOME: WORK_FOLDER,
  }
  return {
    name: 'reporter',
    image,
    command: ['sh', '-c', REPORTER_SCRIPT],
    workingDir: WORK_FOLDER,
    env: Object.entries(environment).map(([name, value]) => ({ name, value })),
    resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '512Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'work', mountPath: WORK_FOLDER },
      { name: 'secret', mountPath: SECRET_FOLDER, readOnly: true },
    ],
  }
}
