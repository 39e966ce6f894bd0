// Objects of the platform that teams see only where these select an application of theirs. What counts is what somebody's teams
// have now: of the past they see what would concern them today.
import { listPlatformSelectors } from '#db/queries/platform-selectors.ts'
import {
  CONCERNING_KINDS,
  type ConcerningKind,
  isConcerningKind,
  readableTeams,
  type Resource,
} from '#lib/domain/access/permissions.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { concernedTeams } from '#lib/domain/fleet/concerning.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { Context } from '../define.ts'
import { resourceOf } from './requested-object.ts'

/** The resource to ask a permission on an object for that is there. */
export async function resourceIn(
  { actor, fleet }: Pick<Context, 'actor' | 'fleet'>,
  object: ModelObject,
): Promise<Resource> {
  return isPlatforms(object) && readableTeams(actor) !== null
    ? resourceAmong(await fleet(), actor, object)
    : resourceOf(object)
}

/** The same in a fleet that is at hand. */
export function resourceAmong(fleet: Fleet, actor: Actor, object: ModelObject): Resource {
  if (!isPlatforms(object)) return resourceOf(object)
  const { kind, appSelector } = object
  return { kind, team: null, concerning: concernedTeams(fleet, appSelector, teamsOf(actor)) }
}

/** Of what somebody sent or has read, so that nothing of it is to be hidden from them. */
export function resourceOfKnown(actor: Actor, object: ModelObject): Resource {
  if (!isPlatforms(object)) return resourceOf(object)
  return { kind: object.kind, team: null, concerning: teamsOf(actor) }
}

/** The ids of the platform's objects of a kind that the actor sees because of their teams' applications. */
export async function concerningIds(
  { scope, actor, fleet }: Context,
  kind: Kind,
  change: number | null,
): Promise<readonly number[]> {
  if (!isConcerningKind(kind) || readableTeams(actor) === null) return []
  const now = await fleet()
  const concerns = (appSelector: ObjectOfKind<ConcerningKind>['appSelector']) =>
    concernedTeams(now, appSelector, teamsOf(actor)).length > 0
  if (change === null) {
    const { ordered, slots } = shelfOf(now, kind)
    return ordered.filter((id) => {
      const object = slots[id]!
      return isPlatforms(object) && concerns(object.appSelector)
    })
  }
  const rows = await listPlatformSelectors(scope, kind, change)
  return rows.flatMap(({ object, appSelector }) => {
    const selector = parseSelector(appSelector, [])
    return selector.ok && concerns(selector.value) ? [object] : []
  })
}

/** The same of all kinds, as they are now. */
export async function allConcerningIds(
  context: Context,
): Promise<Readonly<Partial<Record<ConcerningKind, readonly number[]>>>> {
  const entries: (readonly [ConcerningKind, readonly number[]])[] = []
  for (const kind of CONCERNING_KINDS)
    entries.push([kind, await concerningIds(context, kind, null)])
  return Object.fromEntries(entries)
}

function teamsOf({ teams }: Actor): readonly string[] {
  return [...teams.keys()]
}

/** Whether it is the platform's, and of such a kind. */
function isPlatforms(object: ModelObject): object is ObjectOfKind<ConcerningKind> {
  return isConcerningKind(object.kind) && 'team' in object && object.team === null
}
