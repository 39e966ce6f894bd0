// A pair that somebody asks about by its names, at some time.
import { readObject } from '#db/queries/objects.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { PairName } from '../changes/write-options.ts'
import { type Context, notFound } from '../define.ts'
import { storedObject } from '../objects/stored-object.ts'

type State<K extends Kind> = { readonly id: number; readonly object: ObjectOfKind<K> }

/** The objects of a pair as of a change, or now, placed or not; refused if one of them isn't there. */
export async function readPair(
  context: Context,
  { namespace, application, cluster }: PairName,
  change: number | null,
): Promise<{ [K in 'application' | 'cluster' | 'team']: State<K> }> {
  return {
    application: await readState(context, 'application', application, namespace, change),
    cluster: await readState(context, 'cluster', cluster, null, change),
    team: await readState(context, 'team', namespace, null, change),
  }
}

/** The fleet as of a change; null: now. */
export async function fleetAsOf(context: Context, change: number | null): Promise<Fleet> {
  return change === null ? context.fleet() : context.services.fleets.past(context.scope, change)
}

async function readState<K extends Kind>(
  { scope, actor }: Context,
  kind: K,
  name: string,
  team: string | null,
  change: number | null,
): Promise<State<K>> {
  const reach = { change, teams: readableTeams(actor) }
  const row = await readObject(scope, { kind, team, name }, reach)
  if (!row) throw notFound()
  return { id: row.object, object: storedObject(kind, row.body) }
}
