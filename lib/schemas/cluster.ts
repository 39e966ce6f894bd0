import { z } from 'zod'
import { readLabels } from '#lib/domain/labels/labels.ts'
import { clusterIssues } from '#lib/domain/objects/cluster-issues.ts'
import { type Cluster, CONFINEMENTS } from '#lib/domain/objects/objects.ts'
import { type Checked, checked, refused } from '#lib/domain/text/issue.ts'
import { ignoredStatus, labelMap, readShape } from './shape.ts'
import { objectStatus } from './status.ts'

const confinement = z.enum(CONFINEMENTS)

export const clusterInput = z
  .strictObject({
    name: z.string().meta({ examples: ['east-nsw-newcastle-01'] }),
    description: z.string().default(''),
    shortName: z.string().default(''),
    environment: z.string().default(''),
    default_project: z.enum(['keep', 'empty']).default('keep').meta({
      description:
        'What becomes of the project `default` of its Argo CD, which permits everything: `empty` leaves it without a right, and every Application in it stops.',
    }),
    argocd_namespace: z
      .string()
      .optional()
      .meta({
        description: 'The namespace of its Argo CD; absent: that of the setting ARGOCD_NAMESPACE.',
        examples: ['openshift-gitops'],
      }),
    confinement: confinement.default('account').meta({
      description:
        'What keeps teams to their namespaces there: `account` and `impersonation` are described where the cluster is set up; with `project` a team can become the cluster’s administrator.',
    }),
    metadata: labelMap.default({}),
    status: ignoredStatus,
  })
  .meta({ id: 'ClusterInput' })

export const clusterOutput = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    shortName: z.string(),
    environment: z.string(),
    default_project: z.literal('empty').optional(),
    argocd_namespace: z.string().optional(),
    confinement,
    metadata: z.record(z.string(), z.string()),
    status: objectStatus,
  })
  .meta({ id: 'Cluster' })

/** A cluster from the JSON that people send, with every issue of its shape or else of its content. */
export function readCluster(json: unknown): Checked<Cluster> {
  const shape = readShape(clusterInput, json)
  if (!shape.ok) return shape
  const { metadata, default_project, argocd_namespace, confinement, name, ...texts } = shape.value
  const labels = readLabels(metadata, ['metadata'])
  if (!labels.ok) return refused(labels.issues)
  const cluster: Cluster = {
    kind: 'cluster',
    name,
    description: texts.description,
    shortName: texts.shortName,
    environment: texts.environment,
    defaultProject: default_project,
    argocdNamespace: argocd_namespace ?? null,
    confinement,
    labels: labels.value,
  }
  return checked(cluster, clusterIssues(cluster))
}
