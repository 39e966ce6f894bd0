import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { objectBytes } from '#lib/domain/git/git-tree.ts'
import type { GitObject } from './object-id.ts'

const deflateBytes = promisify(deflate)
const MOVE_ATTEMPTS = 5

/**
 * Writes objects as files, each whole or not at all, and on disk when this resolves.
 * https://git-scm.com/docs/gitrepository-layout#Documentation/gitrepository-layout.txt-objects0-9a-f0-9a-f
 */
export async function writeLooseObjects(
  directory: string,
  objects: readonly GitObject[],
): Promise<void> {
  await Promise.all(objects.map((object) => writeLooseObject(directory, object)))
}

async function writeLooseObject(directory: string, object: GitObject): Promise<void> {
  const folder = path.join(directory, 'objects', object.id.slice(0, 2))
  const file = path.join(folder, object.id.slice(2))
  if (await madeFresh(file)) return
  const content = await deflateBytes(objectBytes(object.type, object.body), {
    level: deflateLevel(object),
  })
  // `git prune` recognises by this name what a killed writer left. Synced here, before its folder may have to be made: in a
  // new folder the sync takes twice as long.
  const temporary = path.join(directory, 'objects', `tmp_obj_${randomUUID()}`)
  try {
    await writeDurably(temporary, content)
    await moveInto(folder, temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** `git prune-packed` removes empty folders, so this one may vanish between being made and being used. */
async function moveInto(folder: string, temporary: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await makeFolder(folder)
    try {
      return await rename(temporary, file)
    } catch (error) {
      if (attempt === MOVE_ATTEMPTS || codeOf(error) !== 'ENOENT') throw error
    }
  }
}

/** Makes only the folder itself: if the store is gone, there is nothing to write to. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}

/**
 * Trees consist mostly of hashes, which don't shrink: uncompressed, one of 10,000 entries takes 0.4 ms and 400 KB instead of
 * 4.2 ms and 252 KB, until it is packed against its predecessors. Text shrinks tenfold at the fastest level.
 */
export function deflateLevel({ type }: GitObject): 0 | 1 {
  return type === 'tree' ? 0 : 1
}

async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o444)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Whether the object exists; its time is set to now, so that no clean-up takes it for abandoned. */
async function madeFresh(file: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(file, now, now)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
