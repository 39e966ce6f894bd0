// What a request says of an object: its JSON, its place in the table of permissions, its address.
import { objectResource } from '#lib/domain/access/permissions.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import { isNamedInTeam, isOwned, type Kind } from '#lib/domain/objects/kinds.ts'
import {
  type Application,
  type ModelObject,
  type ObjectRef,
  ownerOf,
} from '#lib/domain/objects/objects.ts'
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import type { Subject } from '../audit/subject.ts'
import { refusalOf } from '../refusal.ts'
import type { Services } from '../services.ts'

/** An object from the JSON that people send, with every issue of its shape or else of its content. */
export function readSent(
  kind: Kind,
  json: unknown,
  { environment }: Services,
): Checked<ModelObject> {
  return readSentObject(kind, json, environment.reservedNamespaces)
}

/** The same of what was stored earlier and is wanted again: rules become stricter. `path`: of its issues. */
export function requireAccepted(
  kind: Kind,
  json: unknown,
  services: Services,
  path: Issue['path'] = [],
): ModelObject {
  const read = readSent(kind, json, services)
  if (read.ok) return read.value
  throw refusalOf(
    'invalid',
    read.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
  )
}

/** The resource to ask a permission on an object for. */
export function resourceOf(object: ModelObject): Resource {
  if (object.kind === 'application' && object.visibility === 'tenant') {
    return { kind: 'application', team: object.team, visibility: 'tenant' }
  }
  return objectResource(object.kind, isOwned(object.kind, 'itself') ? object.name : ownerOf(object))
}

/** The resource to ask a permission on the versions of an application for. */
export function versionsOf({ team, visibility }: Application): Resource {
  return visibility === 'tenant' ? { kind: 'version', team, visibility } : { kind: 'version', team }
}

/** What an edit of an object of a kind is about. */
export function subjectOf(kind: Kind): Subject {
  return { kind, namedBy: isNamedInTeam(kind) ? ['namespace', 'name'] : ['name'] }
}

export type RefParameters = { readonly namespace?: string; readonly name: string }

/** The ref that a path names; a path that no name can match finds nothing later on. */
export function refFromPath(kind: Kind, { namespace, name }: RefParameters): ObjectRef {
  return { kind, team: isNamedInTeam(kind) ? (namespace ?? '') : null, name }
}

/** What names an object in a request: the other way round. */
export function parametersOf({ team, name }: ObjectRef): RefParameters {
  return { name, ...(team !== null && { namespace: team }) }
}
