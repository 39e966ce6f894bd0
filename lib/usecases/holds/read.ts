// What clusters hold.
import { type HoldRow, readHolds } from '#db/queries/holds.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { HoldJson } from '#lib/schemas/hold.ts'
import { entityTag } from '../changes/drafts.ts'
import { type ClusterInput, currentCluster } from '../clusters/branches.ts'
import { type Context, defineRead, notFound } from '../define.ts'
import { type RefParameters, refFromPath } from '../objects/requested-object.ts'
import { type FoundPair, type HoldRef, loadPair } from './find.ts'

export type HoldAnswer = { readonly json: HoldJson; readonly etag: string }

export const getHoldUseCase = defineRead<
  { readonly ref: HoldRef },
  HoldAnswer,
  { readonly ref: HoldRef },
  FoundPair
>({
  name: 'holds.get',
  load: loadPair,
  run: async (context, _, pair) => {
    const answer = await readHold(context, pair)
    if (answer === null) throw notFound()
    return answer
  },
})

/** Null: the cluster holds nothing of the application. */
export async function readHold(
  { scope }: Pick<Context, 'scope'>,
  { application, cluster }: FoundPair,
): Promise<HoldAnswer | null> {
  const of = { application: application.id, cluster: cluster.id }
  const [row] = await readHolds(scope, of, null)
  return row === undefined ? null : { json: holdJson(row), etag: entityTag(row.began) }
}

export const listClusterHoldsUseCase = defineRead<
  ClusterInput,
  readonly HoldJson[],
  ClusterInput,
  Identified<Cluster>
>({
  name: 'holds.of-cluster',
  load: async (context, input) => {
    const found = await currentCluster(context, input)
    return found && { resource: { kind: 'cluster' }, found }
  },
  run: async ({ scope, actor }, _, { id: cluster }) => {
    const teams = readableTeams(actor, 'hold')
    const rows = await readHolds(scope, { application: null, cluster }, teams)
    return rows.map(holdJson)
  },
})

export const listApplicationHoldsUseCase = defineRead<
  { readonly ref: RefParameters },
  readonly HoldJson[],
  { readonly ref: RefParameters },
  number
>({
  name: 'holds.of-application',
  load: async ({ fleet }, { ref }) => {
    const found = findObject(await fleet(), refFromPath('application', ref))
    if (found?.object.kind !== 'application') return null
    return { resource: { kind: 'hold', team: found.object.team }, found: found.id }
  },
  run: async ({ scope }, _, application) => {
    const rows = await readHolds(scope, { application, cluster: null }, null)
    return rows.map(holdJson)
  },
})

function holdJson(row: HoldRow): HoldJson {
  const { team, application, cluster, environment, version, versionName, hold } = row
  return {
    namespace: team,
    application,
    cluster,
    environment,
    version: version === null ? null : { number: version, name: versionName },
    revision: row.repoBranch,
    until: new Date(hold.until).toISOString(),
    since: new Date(hold.since).toISOString(),
    reason: hold.reason,
    by: hold.by,
    change: row.began,
  }
}
