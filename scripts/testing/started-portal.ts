// The portal as `npm start` starts it, with a database and a data directory of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { temporaryDataDirectory } from './portal.ts'

type Settings = Readonly<Record<string, string>>

const START_PATIENCE_MS = 240_000

/** Commands that run before the portal, and the portal itself, with the same settings. */
export function preparePortal(port: number, settings: Settings) {
  const data = temporaryDataDirectory()
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    LOG_LEVEL: 'silent',
    ...settings,
    PORT: String(port),
    BERTH_URL: url,
    BERTH_DATA_DIR: data.directory,
  }
  /** The output of a command of `package.json`. Throws when it fails. */
  function run(overrides: Settings, ...args: readonly string[]): string {
    const ended = spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
      encoding: 'utf8',
      env: { ...env, ...overrides },
    })
    if (ended.status === 0) return ended.stdout
    throw new Error(`${args.join(' ')}: ${ended.stdout}${ended.stderr}`)
  }
  return { url, directory: data.directory, run, start: () => start(url, env), remove: data.remove }
}

/** Resolves when it is ready. `output`: everything that it wrote. */
async function start(url: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const written: string[] = []
  const listen = (chunk: Buffer) => written.push(chunk.toString())
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const output = () => written.join('')
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await untilReady(url, child, output)
  } catch (error) {
    await stop()
    throw error
  }
  return { output, stop }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (child.exitCode === null && child.signalCode === null) {
    if (Date.now() > deadline) throw new Error(`the portal did not start in time:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the portal ended:\n${output()}`)
}
