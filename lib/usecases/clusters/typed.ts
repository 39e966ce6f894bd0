// The type of one cluster, from the database.
import { readClusterType } from '#db/queries/cluster-types.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { typeNameOf, type TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { storedCluster } from '../objects/stored-object.ts'

/** A cluster as it was after a change, with what its type said then; null: now. */
export async function typedAfter(
  scope: TenantScope,
  cluster: Cluster,
  change: number | null,
): Promise<TypedCluster> {
  const type = await readClusterType(scope, typeNameOf(cluster), change)
  return storedCluster({ body: objectJson(cluster), type })
}
