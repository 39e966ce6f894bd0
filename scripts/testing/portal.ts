// The portal as its users start it: a process with its own data directory.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#db/testing/free-port.ts'
import { copyServerFiles, TEST_SECRETS } from '#db/testing/server-files.ts'

export type Portal = {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
  /** What it has printed so far. */
  readonly said: () => string
  /** Ends it as Ctrl-C does, and waits for the end. */
  readonly stop: () => Promise<void>
  /** SIGKILL to its whole group; the database server may live on. */
  readonly kill: () => Promise<void>
}

export function temporaryDataDirectory(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'berth-portal-'))
  chmodSync(directory, 0o755)
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** One for a portal whose first start is not what is tested. */
export function preparedDataDirectory() {
  const data = temporaryDataDirectory()
  prepareDataDirectory(data.directory)
  return data
}

/**
 * Spares a portal to make and migrate its database in this new data directory, which takes a third of its first start; in a whole
 * test run, otherwise it changes nothing. The portal has session and encryption keys of its own.
 */
export function prepareDataDirectory(directory: string): void {
  if (!copyServerFiles(directory)) return
  const secrets = {
    ...TEST_SECRETS,
    sessionSecret: randomBytes(32).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
  }
  writeFileSync(path.join(directory, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
}

const START_PATIENCE_MS = 240_000

/** Starts `npm run demo` with arguments and waits for its token. */
export async function startDemo(
  dataDirectory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Portal> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'demo', ...args], {
    env: {
      ...process.env,
      PORT: String(port),
      BERTH_DATA_DIR: dataDirectory,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said = outputOf(child)
  const token = await printedToken(child, said)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url: `http://localhost:${port}`,
    token,
    child,
    said,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: () => {
      process.kill(-child.pid!, 'SIGKILL')
      return ended
    },
  }
}

/** What the process has printed so far. */
function outputOf(child: ChildProcess): () => string {
  let output = ''
  const add = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => output
}

function printedToken(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no token in time:\n${said()}`)),
      START_PATIENCE_MS,
    )
    const look = () => {
      const token = /TOKEN=(berth_\S+)/.exec(said())?.[1]
      if (token === undefined) return
      clearTimeout(timer)
      resolve(token)
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the portal ended with ${code}:\n${said()}`))
    })
  })
}
