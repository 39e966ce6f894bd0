import { foldersLeftBy, type LeftFolderRow, tellersBefore } from '#db/queries/cluster-folders.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { toldAmong } from '#lib/domain/fleet/told-clusters.ts'
import { readSourceOf } from '#lib/domain/objects/application/stored-source.ts'
import type { LeftFolder } from '#lib/domain/impact/left-folders.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { editOf } from '../changes/edit.ts'
import { storedCluster, storedObject } from '../objects/stored-object.ts'

/** The folders that clusters left on other branches and that still exist. */
export async function leftFolders(
  scope: TenantScope,
  clusters: readonly number[],
): Promise<LeftFolder[]> {
  const rows = await foldersLeftBy(scope, clusters)
  const fleets = new Map<number, Fleet>()
  for (const [ended, alike] of Map.groupBy(rows, (row) => row.ended)) {
    fleets.set(ended, await fleetUntil(scope, ended, alike))
  }
  return rows.map((row) => leftFolder(row, fleets.get(row.ended)!))
}

/** These clusters and what was placed on them, with all that said what this was told, as it was until a change. */
async function fleetUntil(
  scope: TenantScope,
  change: number,
  rows: readonly LeftFolderRow[],
): Promise<Fleet> {
  const tellers = await tellersBefore(scope, change)
  const bodies = new Map(rows.flatMap((row) => row.applications).map((each) => [each.object, each]))
  return emptyFleet().with([
    ...tellers.map(({ kind, object, body }) => editOf(kind, object, storedObject(kind, body))),
    ...[...bodies.values()].map(({ object, body }) =>
      editOf('application', object, storedObject('application', body)),
    ),
    ...rows.map(({ clusterId, before }) =>
      editOf('cluster', clusterId, storedObject('cluster', before)),
    ),
  ])
}

function leftFolder(row: LeftFolderRow, fleet: Fleet): LeftFolder {
  const { branch, cluster, type, clusterId, applications, teams } = row
  return {
    branch,
    cluster: storedCluster({ body: cluster, type }),
    applications: applications.map(({ object, body, source }) => ({
      application: { ...storedObject('application', body), ...readSourceOf(source) },
      told: toldAmong(fleet, object, bitsOf([clusterId]))[0]?.told ?? null,
    })),
    teams: teams.map((body) => storedObject('team', body)),
  }
}
