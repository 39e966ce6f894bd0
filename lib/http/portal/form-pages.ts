// What the visitor may do on a page, and what the pages of forms read: the object to edit, and the teams that may own it.
import { can, objectResource } from '#lib/domain/access/permissions.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { isOwned, type Kind } from '#lib/domain/objects/kinds.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import type { RefParameters } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases, teams } from '#lib/usecases/objects/use-cases.ts'
import { read, requireSession } from './page.ts'

/** Whether the visitor may read this. */
export async function mayRead(resource: Resource): Promise<boolean> {
  return can((await requireSession()).actor, 'read', resource)
}

/** Whether the visitor may write this. */
export async function mayWrite(resource: Resource): Promise<boolean> {
  return can((await requireSession()).actor, 'write', resource)
}

/** Whose objects of a kind the visitor may write: the platform's or not, and of which teams, sorted, or of every team. */
export async function ownersOf(
  kind: Kind,
): Promise<{ readonly platform: boolean; readonly teams: readonly string[] | 'every' }> {
  const { actor } = await requireSession()
  const may = (team: string | null) => can(actor, 'write', objectResource(kind, team))
  return {
    platform: isOwned(kind, 'team-or-platform') && may(null),
    teams: may('') ? 'every' : [...actor.teams.keys()].filter(may).sort(),
  }
}

export async function hasAnyTeam(): Promise<boolean> {
  const { total } = await read(teams.list, {
    at: null,
    filter: { selector: null, text: null, sort: BY_NAME },
    after: null,
    limit: 1,
  })
  return total > 0
}

/** An object to edit as it is now, and what a save of it needs. */
export async function readEdited(kind: Kind, ref: RefParameters) {
  const { object, etag } = await read(objectUseCases[kind].get, { ref, at: null })
  return { object, edited: { ref, etag, path: apiObjectPath(refOf(object)) } }
}
