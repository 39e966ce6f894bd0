// The fleet that a question is about: as it is, or as it was.
import { type CountQuery, teamsOf } from '#db/queries/state-counts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Context } from '../define.ts'
import { type Moment, observedMoment, readMoment } from '../moment.ts'
import { fleetOfQuery } from '../observed/state-counts.ts'
import type { FleetThen } from './counts.ts'

type Asked = {
  readonly at: Exclude<Moment, number>
  /** Only this team's applications; null: any. */
  readonly namespace: string | null
}

/** `teams`: whose applications may be seen, of those of that time; null: everybody's. */
export async function fleetThen(
  context: Context,
  { at, namespace }: Asked,
): Promise<FleetThen & { readonly teams: readonly string[] | null }> {
  const { scope, actor, services } = context
  const { change, asOf } = await readMoment(context, at)
  const readable = readableTeams(actor)
  const query: CountQuery = { change, ...observedMoment(context, at), teams: readable, namespace }
  const teams = teamsOf(query)
  const now = await fleetOfQuery(context, query)
  if (now !== null) return { scope, time: query, fleet: now, isNow: true, teams }
  const fleet = await services.fleets.past(scope, asOf)
  const time = { ...query, change: asOf }
  const own = readable === null ? teams : sameTeams(teams ?? [], await context.fleet(), fleet)
  return { scope, time, fleet, isNow: false, teams: own }
}

/** The name of a deleted team can be used again, and the new team sees nothing of what the old one had. */
function sameTeams(teams: readonly string[], now: Fleet, then: Fleet): string[] {
  return teams.filter((name) => {
    const known = findObject(now, { kind: 'team', team: null, name })
    return known !== null && findObject(then, { kind: 'team', team: null, name })?.id === known.id
  })
}
