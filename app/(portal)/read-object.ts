// What the page of an object shows, of a kind of which it shows nothing else.
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import { read } from '#lib/http/portal/page.ts'
import type { RefParameters } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import type { ShownObject } from './shown-object.ts'

export async function readObject<K extends Kind>(
  kind: K,
  ref: RefParameters,
  at: Date | null,
): Promise<ShownObject<ObjectOfKind<K>>> {
  const { object, json } = await read(objectUseCases[kind].get, { ref, at })
  const { change, since } = json.status
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the use case is the kind's
  return { object: object as ObjectOfKind<K>, change, since: new Date(since) }
}
