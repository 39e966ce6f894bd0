// What the pages of forms read: the object that is edited, and whose it may be.
import { notFound } from 'next/navigation'
import { can, type Resource } from '#lib/domain/access/permissions.ts'
import type { Kind, KindOwned } from '#lib/domain/objects/kinds.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import type { RefParameters } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases, teams } from '#lib/usecases/objects/use-cases.ts'
import { isOfKind } from './of-kind.ts'
import { read, requireSession } from './page.ts'

/** Whether the visitor may write this. */
export async function mayWrite(resource: Resource): Promise<boolean> {
  return can((await requireSession()).actor, 'write', resource)
}

/** The teams whose objects of a kind the visitor may write, sorted; `every`: they may write those of any team. */
export async function writableTeams(
  kind: KindOwned<'team' | 'team-or-platform'>,
): Promise<readonly string[] | 'every'> {
  const { actor } = await requireSession()
  if (can(actor, 'write', { kind, team: '' })) return 'every'
  return [...actor.teams.keys()].filter((team) => can(actor, 'write', { kind, team })).sort()
}

export async function hasAnyTeam(): Promise<boolean> {
  const { total } = await read(teams.list, {
    at: null,
    filter: { selector: null, text: null, sort: { by: 'name', descending: false } },
    after: null,
    limit: 1,
  })
  return total > 0
}

/** An object to edit, as it is now, and what saves it over that. */
export async function readEdited<K extends Kind>(kind: K, ref: RefParameters) {
  const found = await read(objectUseCases[kind].get, { ref, at: null })
  if (!isOfKind(found, kind)) notFound()
  const { object, etag } = found
  return { object, edited: { ref, etag, path: apiObjectPath(refOf(object)) } }
}
