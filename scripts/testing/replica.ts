// One replica of several: the portal in production mode on a database and a repository that it shares.
import { type ChildProcess, spawn } from 'node:child_process'

export type ReplicaSettings = Readonly<Record<string, string>> & { readonly PORT: string }

export type Replica = {
  readonly url: string
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => void
}

const START_PATIENCE_MS = 240_000

/** Starts a replica and waits until it answers, or has ended: a fail point may end it while it starts. */
export async function startReplica(settings: ReplicaSettings): Promise<Replica> {
  const url = `http://127.0.0.1:${settings.PORT}`
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
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
