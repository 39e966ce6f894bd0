import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { ObjectType } from '#lib/domain/git/git-tree.ts'
import { deflateLevel } from './loose-objects.ts'
import type { GitObject } from './object-id.ts'
import { requireGit } from './run-git.ts'

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 }
const CHUNK_BYTES = 64 * 1024
const INDEX_TIMEOUT_MS = 10 * 60_000

/**
 * Writes objects as one pack, which git checks, indexes and moves into place: all of them or none, and on disk when this
 * resolves.
 */
export async function writePack(directory: string, objects: readonly GitObject[]): Promise<void> {
  const input = packBytes(objects)
  const args = ['index-pack', '--stdin']
  await requireGit({ directory, args, input, timeoutMs: INDEX_TIMEOUT_MS })
}

/** A pack without deltas. https://git-scm.com/docs/gitformat-pack */
function* packBytes(objects: readonly GitObject[]): Generator<Uint8Array> {
  const checksum = createHash('sha1')
  let parts: Uint8Array[] = [packHeader(objects.length)]
  let size = 0
  for (const object of objects) {
    const body = deflateSync(object.body, { level: deflateLevel(object) })
    parts.push(entryHeader(object), body)
    size += body.length
    if (size < CHUNK_BYTES) continue
    const chunk = Buffer.concat(parts)
    checksum.update(chunk)
    yield chunk
    parts = []
    size = 0
  }
  const rest = Buffer.concat(parts)
  checksum.update(rest)
  yield rest
  yield checksum.digest()
}

function packHeader(objectCount: number): Uint8Array {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(objectCount, 8)
  return header
}

/** Type and size: four bits of the size in the first byte, seven in each further one, the lowest first. */
function entryHeader({ type, body }: GitObject): Uint8Array {
  const bytes: number[] = []
  let byte = (TYPE_NUMBERS[type] << 4) | (body.length & 0x0f)
  let rest = Math.floor(body.length / 16)
  while (rest > 0) {
    bytes.push(byte | 0x80)
    byte = rest & 0x7f
    rest = Math.floor(rest / 128)
  }
  bytes.push(byte)
  return Uint8Array.from(bytes)
}
