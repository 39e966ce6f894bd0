// The same remote three times: in memory, on this machine, and behind HTTP. All of them must behave the same.
import path from 'node:path'
import { FakeRemote } from '../fake-remote.ts'
import { LocalRemote } from '../local-remote.ts'
import { NetworkRemote, type RemoteTimeouts } from '../network-remote.ts'
import type { GitObject } from '../object-id.ts'
import { openObjectStore, type ObjectStore } from '../object-store.ts'
import type { GitRemote } from '../remote.ts'
import { requireGit } from '../run-git.ts'
import { httpRoute } from '../route.ts'
import { startGitHttpServer } from './git-http-server.ts'
import { scratchDirectory } from './scratch.ts'

export type RemoteWorld = {
  readonly store: ObjectStore
  readonly remote: GitRemote
  /** Somebody else's push: these objects, and the branch at the last of them; null removes the branch. */
  moveBranch(branch: string, objects: readonly GitObject[] | null): Promise<void>
  close(): Promise<void>
}

export async function memoryWorld(): Promise<RemoteWorld> {
  const scratch = await scratchDirectory()
  const store = await openObjectStore(path.join(scratch.directory, 'store.git'), 'main')
  const remote = new FakeRemote(store)
  return {
    store,
    remote,
    async moveBranch(branch, objects) {
      const tip = objects?.at(-1)?.id
      if (objects === null || tip === undefined) {
        remote.tips.delete(branch)
        return
      }
      remote.tips.set(branch, tip)
      remote.foreign.set(tip, objects)
    },
    async close() {
      store.close()
      await scratch.remove()
    },
  }
}

export async function localWorld(): Promise<RemoteWorld> {
  const scratch = await scratchDirectory()
  const store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
  return {
    store,
    remote: new LocalRemote(store),
    moveBranch: (branch, objects) => moveBranch(store, branch, objects),
    async close() {
      store.close()
      await scratch.remove()
    },
  }
}

/** Long enough for a busy machine; tests of silent servers use shorter ones. */
const TIMEOUTS = { readTimeoutMs: 30_000, fetchTimeoutMs: 30_000, pushTimeoutMs: 30_000 }

export async function httpWorld(timeouts: RemoteTimeouts = TIMEOUTS) {
  const scratch = await scratchDirectory()
  const store = await openObjectStore(path.join(scratch.directory, 'store.git'), 'main')
  const served = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
  const credential = { username: 'berth', token: 'correct-horse-battery' }
  const transport = (url: string) => httpRoute(url, credential)
  const pair = Buffer.from('berth:correct-horse-battery').toString('base64')
  const server = await startGitHttpServer(served.directory, { authorization: `Basic ${pair}` })
  return {
    store,
    served,
    server,
    credential,
    remote: new NetworkRemote(store, server.url, transport(server.url), timeouts),
    moveBranch: (branch: string, objects: readonly GitObject[] | null) =>
      moveBranch(served, branch, objects),
    async close() {
      store.close()
      served.close()
      await server.close()
      await scratch.remove()
    },
  }
}

async function moveBranch(
  store: ObjectStore,
  branch: string,
  objects: readonly GitObject[] | null,
): Promise<void> {
  const ref = `refs/heads/${branch}`
  const tip = objects?.at(-1)?.id
  await store.write(objects ?? [])
  const args = tip === undefined ? ['update-ref', '-d', ref] : ['update-ref', ref, tip]
  await requireGit({ directory: store.directory, args, timeoutMs: 30_000 })
}
