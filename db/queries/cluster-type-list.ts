// Lists of cluster types: those that somebody described, and `default`, which is always there.
import type { Total } from '#lib/domain/lists/total.ts'
import { clusterTypeCodec, DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { IMPLIED } from '#lib/domain/objects/implied.ts'
import { readClusterType } from './cluster-types.ts'
import { listDescribed, type ListWindow, NO_OBJECT } from './described-list.ts'
import type { ListedRow, ObjectQuery } from './objects.ts'
import type { TenantScope } from './scope.ts'
import { tenantSince } from './tenants.ts'

export async function listClusterTypes(
  scope: TenantScope,
  query: ObjectQuery,
  window: ListWindow,
): Promise<{ readonly rows: ListedRow[] } & Total> {
  const { name } = DEFAULT_TYPE
  const isAsked = query.text === null || name.includes(query.text.toLowerCase())
  const isImplied = isAsked && (await readClusterType(scope, name, query.change)) === undefined
  return listDescribed(scope, query, window, isImplied ? [await impliedRow(scope)] : [])
}

async function impliedRow(scope: TenantScope): Promise<ListedRow> {
  return {
    object: NO_OBJECT,
    team: null,
    name: DEFAULT_TYPE.name,
    began: IMPLIED,
    since: await tenantSince(scope),
    body: clusterTypeCodec.encode(DEFAULT_TYPE),
    values: [],
  }
}
