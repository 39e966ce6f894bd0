// A generated tree as typed objects. It refuses every kind, field and sync option that the evaluators do not know, so that
// nothing can grant a right that no question asks about.
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import type { ClusterRoleBinding, RoleBinding } from './access-kinds.ts'
import {
  clusterRole,
  clusterRoleBinding,
  role as namespaceRole,
  roleBinding,
  serviceAccount,
} from './access-kinds.ts'
import type { AdmissionPolicy } from './admission-kinds.ts'
import { admissionPolicy, admissionPolicyBinding } from './admission-kinds.ts'
import { metadata, texts } from './metadata.ts'
import { deployment } from './reporter-kind.ts'

const groupKind = z.strictObject({ group: z.string(), kind: z.string() })
const named = z.strictObject({ group: z.string(), kind: z.string(), name: z.string().optional() })

const destination = z.strictObject({
  server: z.string().optional(),
  name: z.string().optional(),
  namespace: z.string().optional(),
})

const role = z.strictObject({
  name: z.string(),
  policies: z.array(z.string()).optional(),
  groups: z.array(z.string()).optional(),
})

/** Lists stay absent where they are absent: to Argo CD that is not the same as empty. */
const appProject = z.strictObject({
  apiVersion: z.literal('argoproj.io/v1alpha1'),
  kind: z.literal('AppProject'),
  metadata,
  spec: z.strictObject({
    sourceRepos: z.array(z.string()).optional(),
    // Namespaces whose Applications may belong to it, besides Argo CD's own.
    sourceNamespaces: z.array(z.string()).optional(),
    destinations: z.array(destination).optional(),
    // The account that Argo CD impersonates for an Application, by destination.
    destinationServiceAccounts: z
      .array(
        z.strictObject({
          server: z.string().optional(),
          namespace: z.string().optional(),
          defaultServiceAccount: z.string(),
        }),
      )
      .optional(),
    roles: z.array(role).optional(),
    clusterResourceWhitelist: z.array(named).optional(),
    clusterResourceBlacklist: z.array(named).optional(),
    namespaceResourceWhitelist: z.array(groupKind).optional(),
    namespaceResourceBlacklist: z.array(groupKind).optional(),
  }),
})

const source = z.strictObject({
  repoURL: z.string(),
  targetRevision: z.string().optional(),
  path: z.string().optional(),
  chart: z.string().optional(),
  // Nothing that reads a file of another source, or is told of another cluster.
  helm: z
    .strictObject({
      releaseName: z.string().optional(),
      valuesObject: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  directory: z
    .strictObject({ recurse: z.boolean().optional(), include: z.string().optional() })
    .optional(),
})

const retry = z.strictObject({
  limit: z.number().optional(),
  refresh: z.boolean().optional(),
  backoff: z
    .strictObject({
      duration: z.string().optional(),
      factor: z.number().optional(),
      maxDuration: z.string().optional(),
    })
    .optional(),
})

const application = z.strictObject({
  apiVersion: z.literal('argoproj.io/v1alpha1'),
  kind: z.literal('Application'),
  metadata,
  spec: z.strictObject({
    project: z.string(),
    destination,
    source,
    revisionHistoryLimit: z.number().optional(),
    ignoreDifferences: z
      .array(groupKind.extend({ jqPathExpressions: z.array(z.string()).optional() }))
      .optional(),
    syncPolicy: z
      .strictObject({
        automated: z
          .strictObject({
            prune: z.boolean().optional(),
            selfHeal: z.boolean().optional(),
            allowEmpty: z.boolean().optional(),
          })
          .optional(),
        syncOptions: z
          .array(z.enum(['ApplyOutOfSyncOnly=true', 'FailOnSharedResource=true']))
          .optional(),
        retry: retry.optional(),
      })
      .optional(),
  }),
})

const labelSelector = z.strictObject({
  matchLabels: texts.optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: z.string(),
        operator: z.literal('In'),
        values: z.array(z.string()),
      }),
    )
    .optional(),
})

const peers = z.array(
  z
    .strictObject({
      podSelector: labelSelector.optional(),
      namespaceSelector: labelSelector.optional(),
    })
    .refine((peer) => Object.keys(peer).length > 0, 'the API server refuses an empty peer'),
)
const ports = z.array(
  z.strictObject({ protocol: z.enum(['TCP', 'UDP']).optional(), port: z.number().optional() }),
)

const networkPolicy = z.strictObject({
  apiVersion: z.literal('networking.k8s.io/v1'),
  kind: z.literal('NetworkPolicy'),
  metadata,
  spec: z.strictObject({
    podSelector: labelSelector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])).optional(),
    ingress: z
      .array(z.strictObject({ from: peers.optional(), ports: ports.optional() }))
      .optional(),
    egress: z.array(z.strictObject({ to: peers.optional(), ports: ports.optional() })).optional(),
  }),
})

const namespace = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Namespace'),
  metadata,
})

const configMap = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata,
  data: texts,
})

const resourceQuota = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ResourceQuota'),
  metadata,
  spec: z.strictObject({ hard: texts }),
})

const limitRange = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('LimitRange'),
  metadata,
  spec: z.strictObject({
    limits: z.array(
      z.strictObject({
        type: z.literal('Container'),
        default: texts.optional(),
        defaultRequest: texts.optional(),
      }),
    ),
  }),
})

const generatedObject = z.discriminatedUnion('kind', [
  appProject,
  application,
  serviceAccount,
  roleBinding,
  clusterRole,
  clusterRoleBinding,
  namespaceRole,
  deployment,
  admissionPolicy,
  admissionPolicyBinding,
  networkPolicy,
  namespace,
  configMap,
  resourceQuota,
  limitRange,
])

export type AppProject = z.infer<typeof appProject>
export type Application = z.infer<typeof application>
export type NetworkPolicy = z.infer<typeof networkPolicy>
export type LabelSelector = z.infer<typeof labelSelector>
type GeneratedObject = z.infer<typeof generatedObject>

/** The content of a tree by path, as plain data: one list of documents for each file. */
export type Documents = ReadonlyMap<string, readonly unknown[]>

/** The objects that a cluster gets, by kind. */
export type GeneratedObjects = {
  /** Where Argo CD runs: it sees projects and Applications in no other namespace. */
  readonly argocdNamespace: string
  readonly projects: readonly AppProject[]
  readonly applications: readonly Application[]
  readonly serviceAccounts: readonly z.infer<typeof serviceAccount>[]
  readonly roleBindings: readonly RoleBinding[]
  readonly clusterRoles: readonly z.infer<typeof clusterRole>[]
  readonly clusterRoleBindings: readonly ClusterRoleBinding[]
  /** Of namespaces. */
  readonly roles: readonly z.infer<typeof namespaceRole>[]
  readonly deployments: readonly z.infer<typeof deployment>[]
  readonly admissionPolicies: readonly AdmissionPolicy[]
  readonly admissionPolicyBindings: readonly z.infer<typeof admissionPolicyBinding>[]
  readonly networkPolicies: readonly NetworkPolicy[]
  readonly namespaces: readonly z.infer<typeof namespace>[]
  readonly configMaps: readonly z.infer<typeof configMap>[]
  readonly quotas: readonly z.infer<typeof resourceQuota>[]
  readonly limitRanges: readonly z.infer<typeof limitRange>[]
}

/** The YAML files of a tree. Throws where one is not YAML. */
export function documentsOf(tree: ReadonlyMap<string, string>): Documents {
  return new Map(
    [...tree].map(([path, text]) => {
      const documents = parseAllDocuments(text, { uniqueKeys: true })
      return [path, documents.map((document) => plainData(path, document))] as const
    }),
  )
}

function plainData(path: string, document: ReturnType<typeof parseAllDocuments>[number]): unknown {
  if (!('errors' in document) || document.errors.length > 0) throw new Error(`no YAML: ${path}`)
  return document.toJS()
}

/**
 * The objects of the files. Throws where one is of a kind, or holds a field, that the evaluators do not know, and where
 * two objects are one to Kubernetes.
 */
export function objectsIn(documents: Documents, argocdNamespace: string): GeneratedObjects {
  const objects = [...documents].flatMap(([path, list]) =>
    list.map((document) => readObject(path, document)),
  )
  const keys = objects.map(({ kind, metadata }) =>
    [kind, metadata.namespace ?? '', metadata.name].join('/'),
  )
  const repeated = keys.find((key, index) => keys.indexOf(key) < index)
  if (repeated !== undefined) throw new Error(`twice in the tree: ${repeated}`)
  return {
    argocdNamespace,
    projects: objects.filter((object) => object.kind === 'AppProject'),
    applications: objects.filter((object) => object.kind === 'Application'),
    serviceAccounts: objects.filter((object) => object.kind === 'ServiceAccount'),
    roleBindings: objects.filter((object) => object.kind === 'RoleBinding'),
    clusterRoles: objects.filter((object) => object.kind === 'ClusterRole'),
    clusterRoleBindings: objects.filter((object) => object.kind === 'ClusterRoleBinding'),
    roles: objects.filter((object) => object.kind === 'Role'),
    deployments: objects.filter((object) => object.kind === 'Deployment'),
    admissionPolicies: objects.filter((object) => object.kind === 'ValidatingAdmissionPolicy'),
    admissionPolicyBindings: objects.filter(
      (object) => object.kind === 'ValidatingAdmissionPolicyBinding',
    ),
    networkPolicies: objects.filter((object) => object.kind === 'NetworkPolicy'),
    namespaces: objects.filter((object) => object.kind === 'Namespace'),
    configMaps: objects.filter((object) => object.kind === 'ConfigMap'),
    quotas: objects.filter((object) => object.kind === 'ResourceQuota'),
    limitRanges: objects.filter((object) => object.kind === 'LimitRange'),
  }
}

/** A cluster without an object, for tests that add their own. */
export const NO_OBJECTS: GeneratedObjects = objectsIn(new Map(), 'argocd')

/** The kinds that belong to the cluster and no namespace. */
const OF_CLUSTER: ReadonlySet<string> = new Set([
  'Namespace',
  'ClusterRole',
  'ClusterRoleBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
])

/** By document, none of which changes: mutations leave all but one as they are. */
const readAlready = new WeakMap<object, GeneratedObject>()

function readObject(path: string, document: unknown): GeneratedObject {
  if (typeof document !== 'object' || document === null) return readAnew(path, document)
  const known = readAlready.get(document) ?? readAnew(path, document)
  readAlready.set(document, known)
  return known
}

function readAnew(path: string, document: unknown): GeneratedObject {
  const read = generatedObject.safeParse(document)
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`)
  const { kind, metadata } = read.data
  if ((metadata.namespace === undefined) !== OF_CLUSTER.has(kind)) {
    throw new Error(`${path}: ${kind} ${metadata.name} is not in the scope of its kind`)
  }
  return read.data
}
