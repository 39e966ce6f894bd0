// What expressions of configs read of a cluster and of an application.
import { typeNameOf } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'
import type { Subjects } from '#lib/domain/values/expression.ts'
import type { FieldsRead } from '#lib/domain/values/expression-reads.ts'

/** The data of an expression. */
export function readable(application: Application, cluster: Cluster): Subjects {
  return {
    cluster: {
      name: cluster.name,
      environment: cluster.environment,
      type: typeNameOf(cluster),
      labels: labelsOf(cluster),
    },
    application: {
      team: application.team,
      name: application.name,
      labels: labelsOf(application),
    },
  }
}

export function readsCluster({ cluster }: FieldsRead): boolean {
  return cluster.fields.length > 0 || cluster.labels.length > 0
}

/** What is read of a cluster, as a text: equal where the same is read. */
export function readOf({ cluster: read }: FieldsRead, cluster: Cluster): string {
  const fields: Readonly<Record<string, string>> = {
    name: cluster.name,
    environment: cluster.environment,
    type: typeNameOf(cluster),
  }
  const labels = labelsOf(cluster)
  const keys = read.labels === 'all' ? [...labels.keys()].sort() : read.labels
  return JSON.stringify([
    read.fields.map((field) => fields[field]),
    keys.map((key) => [key, labels.get(key) ?? null]),
  ])
}
