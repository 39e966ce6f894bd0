// What the page of an object shows, of a kind of which it shows nothing else.
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'
import type { RefParameters } from '#lib/usecases/objects/requested-object.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import type { ShownObject } from './shown-object.ts'

const CHANGES_SHOWN = 10

export async function readObject<K extends Kind>(
  kind: K,
  ref: RefParameters,
  at: Date | null,
): Promise<ShownObject<ObjectOfKind<K>>> {
  const { object, json } = await read(objectUseCases[kind].get, { ref, at })
  const { name, team: namespace } = refOf(object)
  const changes = await read(listChangesUseCase, {
    at,
    filter: { kind, name, namespace },
    before: null,
    limit: CHANGES_SHOWN,
  })
  const { change, since } = json.status
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the use case is the kind's
  return { object: object as ObjectOfKind<K>, change, since: new Date(since), changes }
}
