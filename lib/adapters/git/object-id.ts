import { hash } from 'node:crypto'
import { objectId, type ObjectType } from '#lib/domain/git/git-tree.ts'

/** An object with its id, ready to be written. `body` is without git's header. */
export type GitObject = {
  readonly id: string
  readonly type: ObjectType
  readonly body: Uint8Array
}

/** The object with its id: the SHA-1 hash of its content. */
export function gitObject(type: ObjectType, body: Uint8Array): GitObject {
  return { id: objectId(type, body, (bytes) => hash('sha1', bytes)), type, body }
}

/** Whether a text is an object id of a SHA-1 repository: only such texts are passed to git as ids. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}
