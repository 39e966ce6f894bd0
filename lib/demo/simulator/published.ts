import type { PublishedRow } from '#db/queries/published-on.ts'
import type { Published, PublishedApplication } from './cluster.ts'

/** What is published for each cluster, by its name. */
export function publishedByCluster(rows: readonly PublishedRow[]): ReadonlyMap<string, Published> {
  const found = new Map<string, Published & { readonly applications: PublishedApplication[] }>()
  for (const { cluster, branch, commit, committedAt: at, application } of rows) {
    const known = found.get(cluster) ?? { branch, commit, at, applications: [] }
    found.set(cluster, known)
    if (application === null) continue
    const { name, since, ...followed } = application
    known.applications.push({ ...followed, application: name, since: new Date(since) })
  }
  return found
}
