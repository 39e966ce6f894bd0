// What pairs of applications and clusters have in common, by which they are counted together.
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'

/** The object itself, the team of the application, or a label of the cluster. */
export type Grouping =
  | { readonly by: 'cluster' | 'application' | 'team' }
  | { readonly by: 'label'; readonly key: string }

export type Side = 'cluster' | 'application'

/** Which object of a pair decides its group. */
export function sideOf({ by }: Grouping): Side {
  return by === 'cluster' || by === 'label' ? 'cluster' : 'application'
}

/** The group of an application: its team, or `team/name`. */
export function groupOfApplication({ team, name }: Application, { by }: Grouping): string {
  return by === 'team' ? team : `${team}/${name}`
}

/** The group of a cluster: the value of the label, or its name; null: it lacks the label. */
export function groupOfCluster(cluster: Cluster, grouping: Grouping): string | null {
  return grouping.by === 'label' ? (labelsOf(cluster).get(grouping.key) ?? null) : cluster.name
}
