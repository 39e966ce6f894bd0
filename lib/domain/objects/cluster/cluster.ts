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
  default_project: {
    sent: z.enum(['keep', 'empty']).default('keep').meta({
      description:
        'What becomes of the project `default` of its Argo CD, which permits everything: `empty` leaves it without a right, and every Application in it stops.',
    }),
    answered: z.literal('empty').optional(),
  },
  argocd_namespace: optional(required(text), {
    description: 'The namespace of its Argo CD; absent: that of the setting ARGOCD_NAMESPACE.',
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
    /** Whether Argo CD's own project `default`, which permits everything, is kept or emptied. */
    defaultProject: sent.default_project ?? 'keep',
    /** The namespace of its Argo CD; null: that of the settings. */
    argocdNamespace: sent.argocd_namespace ?? null,
    /** As `CONFINEMENT_WORDS` says. Clusters stored before this field existed have none. */
    confinement: sent.confinement ?? 'account',
    /** As people wrote them, so they may repeat those of fields; selectors see `clusterLabels`. */
    labels: labels.value,
  })
}

export type Cluster = Decoded<typeof decode>

function encode(cluster: Cluster): Answered<typeof fields> {
  return {
    name: cluster.name,
    description: cluster.description,
    shortName: cluster.shortName,
    environment: cluster.environment,
    ...(cluster.defaultProject === 'empty' && { default_project: cluster.defaultProject }),
    ...(cluster.argocdNamespace !== null && { argocd_namespace: cluster.argocdNamespace }),
    confinement: cluster.confinement,
    metadata: mapJson(cluster.labels),
  }
}

/** The labels that selectors see on a cluster: its own, and `name` and `environment` from its fields. */
export function clusterLabels(cluster: Cluster): Labels {
  const labels = new Map(cluster.labels).set('name', cluster.name)
  return cluster.environment === '' ? labels : labels.set('environment', cluster.environment)
}

/** The value that `clusterLabels` has of one key. */
export function clusterLabel(cluster: Cluster, key: string): string | undefined {
  if (key === 'name') return cluster.name
  if (key === 'environment' && cluster.environment !== '') return cluster.environment
  return cluster.labels.get(key)
}

export const clusterCodec = {
  ...schemasOf(clusterKind.type, fields, clusterStatus),
  decode,
  encode,
}
