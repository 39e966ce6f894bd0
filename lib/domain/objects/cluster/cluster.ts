import { clusterStatus } from '../observed-status.ts'
import { z } from 'zod'
import { type Labels, readLabels } from '#lib/domain/labels/labels.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  labelMap,
  mapJson,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { clusterKind } from './cluster-kind.ts'
import { CONFINEMENTS } from './confinement.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['east-nsw-newcastle-01'] }),
  description: withDefault(text, ''),
  shortName: withDefault(text, ''),
  environment: withDefault(text, ''),
  type: optional(required(text), {
    description:
      'The cluster type that says what brings Git to it, also its label `type`; absent: the type `default`, and no label.',
    examples: ['edge'],
  }),
  default_project: optional(required(z.enum(['keep', 'empty'])), {
    description:
      'What becomes of the project `default` of its Argo CD, which permits everything: `empty` leaves it without a right, and every Application in it stops. Absent: what its type says; so does `keep` on a cluster that names no type.',
  }),
  argocd_namespace: optional(required(text), {
    description:
      'The namespace of its Argo CD; absent: that of its type, or else of the setting ARGOCD_NAMESPACE.',
    examples: ['openshift-gitops'],
  }),
  confinement: withDefault(z.enum(CONFINEMENTS), 'account', {
    description:
      'What keeps teams to their namespaces there: `account` and `impersonation` are described where the cluster is set up; with `project` a team can become the cluster’s administrator.',
  }),
  metadata: labelMap,
}

function decode(sent: Sent<typeof fields>) {
  const labels = readLabels(sent.metadata, ['metadata'])
  if (!labels.ok) return labels
  return accepted({
    kind: clusterKind.kind,
    name: sent.name,
    description: sent.description,
    shortName: sent.shortName,
    environment: sent.environment,
    /** The name of its cluster type; null: it names none, and has the type `default`. */
    type: sent.type ?? null,
    /** What it says instead of its type about Argo CD's own project `default`; null: nothing. */
    defaultProject: readDefaultProject(sent),
    /** The namespace of its Argo CD; null: that of its type. */
    argocdNamespace: sent.argocd_namespace ?? null,
    /** As `CONFINEMENT_WORDS` says. Clusters stored before this field existed have none. */
    confinement: sent.confinement ?? 'account',
    /** As people wrote them, so they may repeat those of fields; selectors see `clusterLabels`. */
    labels: labels.value,
  })
}

/** Clients have always sent `keep` for a cluster about which there is nothing to say. */
function readDefaultProject({ type, default_project: sent }: Sent<typeof fields>) {
  return sent === undefined || (sent === 'keep' && type === undefined) ? null : sent
}

export type Cluster = Decoded<typeof decode>

function encode(cluster: Cluster): Answered<typeof fields> {
  return {
    name: cluster.name,
    description: cluster.description,
    shortName: cluster.shortName,
    environment: cluster.environment,
    ...(cluster.type !== null && { type: cluster.type }),
    ...(cluster.defaultProject !== null && { default_project: cluster.defaultProject }),
    ...(cluster.argocdNamespace !== null && { argocd_namespace: cluster.argocdNamespace }),
    confinement: cluster.confinement,
    metadata: mapJson(cluster.labels),
  }
}

/** The labels that selectors see on a cluster: its own, and `name`, `environment` and `type` from its fields. */
export function clusterLabels(cluster: Cluster): Labels {
  const labels = new Map(cluster.labels).set('name', cluster.name)
  if (cluster.environment !== '') labels.set('environment', cluster.environment)
  if (cluster.type !== null) labels.set('type', cluster.type)
  return labels
}

/** The value that `clusterLabels` has of one key. */
export function clusterLabel(cluster: Cluster, key: string): string | undefined {
  if (key === 'name') return cluster.name
  if (key === 'environment' && cluster.environment !== '') return cluster.environment
  if (key === 'type' && cluster.type !== null) return cluster.type
  return cluster.labels.get(key)
}

export const clusterCodec = {
  ...schemasOf(clusterKind.type, fields, clusterStatus),
  decode,
  encode,
}
