// One replica of several, on a database and a repository that they share.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

export type ReplicaSettings = Readonly<Record<string, string>> & { readonly PORT: string }

export type Replica = {
  readonly url: string
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => void
}

const START_PATIENCE_MS = 240_000

const PORTAL = ['scripts/run.mjs', 'start']
const WITHOUT_PAGES = [
  '--import',
  './lib/runtime/import-formats.ts',
  path.join(import.meta.dirname, 'replica-process.ts'),
]

/** The whole portal in production mode. */
export function startPortalReplica(settings: ReplicaSettings): Promise<Replica> {
  return startProcess(PORTAL, settings)
}

/** Starts a replica without pages, and waits until it answers or has ended: a fail point may end it while it starts. */
export function startReplica(settings: ReplicaSettings): Promise<Replica> {
  return startProcess(WITHOUT_PAGES, settings)
}

async function startProcess(args: readonly string[], settings: ReplicaSettings): Promise<Replica> {
  const url = `http://127.0.0.1:${settings.PORT}`
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([ended, untilReady(url, child)])
  return { url, ended, kill: (signal) => child.kill(signal) }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (child.exitCode === null && child.signalCode === null) {
    if (Date.now() > deadline) throw new Error(`no answer from ${url}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
