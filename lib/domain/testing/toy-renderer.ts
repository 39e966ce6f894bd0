// Manifests in a few characters, which still depend on fields, teams, clusters and branches as the real ones may.
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import type { Application, Cluster } from '#lib/domain/objects/objects.ts'

const branch = (cluster: Cluster) => cluster.environment || 'main'

export const toyRenderer: FileRenderer = {
  application: ({ team, name, repoBranch }, argocdNamespace) =>
    `${team}/${name}@${repoBranch} in ${argocdNamespace}`,
  team: ({ name, description, quota }, argocdNamespace) =>
    new Map([
      ['namespace.yaml', `${name} in ${argocdNamespace}`],
      ['project.yaml', description],
      ...(quota === null ? [] : [['quota.yaml', 'pods'] as const]),
    ]),
  base: (cluster) =>
    new Map([
      ['root.yaml', branch(cluster)],
      ['network.yaml', cluster.shortName],
      ...(cluster.description === '' ? [] : [['extra.yaml', cluster.description] as const]),
    ]),
  bootstrap: (cluster) => `${branch(cluster)} ${cluster.shortName}`,
  clusterShape: ({ shortName, description }) => JSON.stringify([shortName, description]),
  branch,
}

export const toyBytesDiffer = (before: Application, after: Application) =>
  toyRenderer.application(before, null) !== toyRenderer.application(after, null)
