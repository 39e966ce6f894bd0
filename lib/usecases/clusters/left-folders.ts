import { foldersLeftBy } from '#db/queries/cluster-folders.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readSourceOf } from '#lib/domain/objects/application/stored-source.ts'
import type { LeftFolder } from '#lib/domain/impact/left-folders.ts'
import { storedCluster, storedObject } from '../objects/stored-object.ts'

/** The folders that clusters left on other branches and that still exist. */
export async function leftFolders(
  scope: TenantScope,
  clusters: readonly number[],
): Promise<LeftFolder[]> {
  const rows = await foldersLeftBy(scope, clusters)
  return rows.map(({ branch, cluster, type, applications, teams }) => ({
    branch,
    cluster: storedCluster({ body: cluster, type }),
    applications: applications.map(({ body, source }) => ({
      application: { ...storedObject('application', body), ...readSourceOf(source) },
      told: null,
    })),
    teams: teams.map((body) => storedObject('team', body)),
  }))
}
