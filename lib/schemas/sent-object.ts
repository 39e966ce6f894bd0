import type { Kind } from '#lib/domain/objects/kinds.ts'
import { codecs, type ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import { type Checked, checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

/**
 * An object from the JSON that people send, with every issue of its shape or else of its content. `reservedNames` are the
 * installation's own reserved names of teams, in which `*` stands for any characters.
 */
export function readSentObject<K extends Kind>(
  kind: K,
  json: unknown,
  reservedNames: readonly string[],
): Checked<ObjectOfKind<K>> {
  const { input, decode, issuesOf } = codecs[kind]
  const shape = readShape(input, json)
  if (!shape.ok) return shape
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that the kind's own decoder takes
  const object = decode(shape.value as never)
  return object.ok
    ? checked(
        object.value,
        issuesOf(object.value, { reservedNames, reconcilers: RECONCILERS.map(({ name }) => name) }),
      )
    : object
}
