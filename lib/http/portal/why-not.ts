// Why the visitor of a page may not do something there, and which groups would let them, for the page to say at each
// disabled control. It costs no query.
import { groupName } from '#lib/domain/access/group-name.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { type StrongerRole, strongerRoles } from '#lib/domain/access/stronger-roles.ts'
import { type WhyNot, whyNoNew, whyNot, whyNotText } from '#lib/domain/access/why-not.ts'
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import { accessDirectory } from '#lib/usecases/access/directory.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { requireSession } from './page.ts'

/** Why the visitor may not write this; null: they may. */
export async function whyNotWrite(resource: Resource): Promise<string | null> {
  const { actor, directory } = await visitorRights()
  return textOf(whyNot(actor, 'write', resource, directory))
}

/** Why the visitor may not create any object of a kind; null: they may create some. */
export async function whyNotCreate(kind: Kind): Promise<string | null> {
  const { actor, directory } = await visitorRights()
  return textOf(whyNoNew(actor, kind, directory))
}

/** The kinds of which the visitor may create some object. */
export async function creatableKinds(): Promise<readonly Kind[]> {
  const { actor, directory } = await visitorRights()
  return KINDS.filter((kind) => whyNoNew(actor, kind, directory) === null)
}

/** What would let the visitor do more. Without any role they are told nothing about the tenant. */
export async function moreForVisitor(): Promise<readonly StrongerRole[]> {
  const { actor, directory } = await visitorRights()
  return actor.role === null && actor.teams.size === 0 ? [] : strongerRoles(actor, directory)
}

/** How the groups of the identity provider are called, as far as Berth knows. */
export async function groupNames(): Promise<(id: string) => string> {
  const { directory } = await visitorRights()
  return (id) => groupName(directory, id)
}

function textOf(found: WhyNot | null): string | null {
  return found && whyNotText(found)
}

/** Opening the visitor's session has just read this directory. */
async function visitorRights() {
  const { actor, tenant } = await requireSession()
  return { actor, directory: await accessDirectory(currentServices(), tenant) }
}
