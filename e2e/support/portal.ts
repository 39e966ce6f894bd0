// Starts the built portal as the demo, with a data directory of its own that is removed when it stops.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareDataDirectory } from '../../scripts/testing/portal.ts'

const START_TIMEOUT_MS = 240_000

export type Portal = {
  readonly url: string
  /** An admin's, printed by the demo. */
  readonly token: string
  readonly stop: () => Promise<void>
}

export async function startPortal(
  port: number,
  settings: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Portal> {
  const directory = await mkdtemp(path.join(tmpdir(), 'berth-e2e-'))
  // The database server runs as another user when the tests run as root.
  await chmod(directory, 0o755)
  prepareDataDirectory(directory)
  const url = `http://localhost:${port}`
  const script = path.join('scripts', 'run.mjs')
  const server = spawn(process.execPath, [script, 'demo', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      BERTH_URL: url,
      BERTH_DATA_DIR: directory,
      ...settings,
    },
  })
  const stop = async () => {
    await end(server)
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const token = await untilReady(server)
    return { url, token, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The token that the demo prints last, once it answers and its fleet is loaded. */
async function untilReady(server: ChildProcess): Promise<string> {
  let output = ''
  return new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the portal ${why}:\n${output}`))
    const timeout = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const token = /TOKEN=(berth_\S+)\s/.exec(output)?.[1]
      if (token === undefined) return
      clearTimeout(timeout)
      resolve(token)
    }
    server.stdout?.on('data', listen)
    server.stderr?.on('data', listen)
    server.once('exit', () => fail('ended'))
  })
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
