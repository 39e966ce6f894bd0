// What the pages of forms read: the object that is edited, and whose it may be.
import { notFound } from 'next/navigation'
import type { Kind, ModelObject } from '#lib/domain/objects.ts'
import { can, type Resource } from '#lib/domain/permissions.ts'
import type { RefParameters } from '#lib/usecases/objects/noun.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { type ObjectUseCases, teams } from '#lib/usecases/objects/use-cases.ts'
import { read, requireSession } from './page.ts'

/** The teams that a choice offers; a tenant of more has its names typed. */
const TEAMS_MAX = 1000

/** Whether the visitor may write this. */
export async function mayWrite(resource: Resource): Promise<boolean> {
  return can((await requireSession()).actor, 'write', resource)
}

/** Whether there is any object of a kind that the visitor may create. */
export async function mayCreate(kind: Kind): Promise<boolean> {
  const { actor } = await requireSession()
  const owners = [null, '', ...actor.teams.keys()]
  return owners.some((team) => can(actor, 'write', ownedBy(kind, team)))
}

function ownedBy(kind: Kind, team: string | null): Resource {
  if (kind === 'cluster') return { kind }
  return kind === 'target-policy' ? { kind, team } : { kind, team: team ?? '' }
}

/** The teams whose objects of a kind the visitor may write, sorted. */
export async function writableTeams(kind: 'application' | 'target-policy'): Promise<string[]> {
  const { actor } = await requireSession()
  const { items } = await read(teams.list, {
    at: null,
    filter: { selector: null, text: null, sort: { by: 'name', descending: false } },
    after: null,
    limit: TEAMS_MAX,
  })
  return items
    .map(({ object }) => object.name)
    .filter((team) => can(actor, 'write', { kind, team }))
}

/** An object to edit, as it is now. */
export async function readEdited<K extends ModelObject['kind']>(
  useCases: ObjectUseCases,
  kind: K,
  ref: RefParameters,
): Promise<Representation & { readonly object: Extract<ModelObject, { kind: K }> }> {
  const found = await read(useCases.get, { ref, at: null })
  if (!isOfKind(found, kind)) notFound()
  return found
}

function isOfKind<K extends ModelObject['kind']>(
  found: Representation,
  kind: K,
): found is Representation & { readonly object: Extract<ModelObject, { kind: K }> } {
  return found.object.kind === kind
}
