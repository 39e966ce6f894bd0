// Manifests in a few characters, which still depend on fields, teams, clusters and branches as the real ones may.
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { packagingText, readsTold } from '#lib/domain/objects/application/packaging.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'

/** Most environments have a branch of their own; `qa` shares that of clusters without one. */
const branch = ({ environment }: Cluster) =>
  environment === '' || environment === 'qa' ? 'main' : environment

export const toyRenderer: FileRenderer = {
  application: ({ team, name, repoUrl, repoBranch, repoPath, packaging }, variant, told) => {
    const place = `${team}/${name}@${repoBranch}:${repoPath} in ${variant}`
    const given = readsTold({ packaging }) ? ` ${told?.text}` : ''
    return packaging === null ? place : `${place} ${repoUrl} ${packagingText(packaging)}${given}`
  },
  config: ({ team, name }, variant, told) => `${team}/${name} in ${variant}: ${told.text}`,
  team: ({ name, description, quota }, variant) =>
    new Map([
      ['namespace.yaml', `${name} in ${variant}`],
      ['project.yaml', description],
      ...(quota === null ? [] : [['quota.yaml', 'pods'] as const]),
    ]),
  base: (cluster) =>
    new Map([
      ['root.yaml', branch(cluster)],
      ['network.yaml', `${cluster.shortName} ${cluster.argocdNamespace}`],
      ...(cluster.defaultProject === 'keep' ? [] : [['default-project.yaml', ''] as const]),
      ...(cluster.description === '' ? [] : [['extra.yaml', cluster.description] as const]),
    ]),
  root: () => 'root.yaml',
  bootstrap: (cluster) => `${branch(cluster)} ${cluster.shortName} ${cluster.argocdNamespace}`,
  clusterShape: ({ shortName, description, argocdNamespace, defaultProject }) =>
    JSON.stringify([shortName, description, argocdNamespace, defaultProject]),
  branch,
}
