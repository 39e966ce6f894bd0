import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** The sources of the portal. */
export const SOURCES = [
  'app',
  'components',
  'db',
  'lib',
  'public',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
]
export const BUILD_FOLDER = process.env['NEXT_DIST_DIR'] ?? '.next'
const BUILD_MARK = path.join(BUILD_FOLDER, 'BUILD_ID')

/** Builds the portal when there is no build, or when a source is newer than it. */
export async function buildIfStale(): Promise<void> {
  if (isStale() && !(await build())) process.exit(1)
}

export function isStale(): boolean {
  const builtAt = timeOf(BUILD_MARK)
  return SOURCES.some((source) => newestIn(source) > builtAt)
}

export async function build(): Promise<boolean> {
  console.log('Building the portal (about half a minute, once)…')
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(process.execPath, [next, 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [status] = await once(child, 'exit')
  return status === 0
}

function newestIn(place: string): number {
  const stat = statSync(place, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  const inside = readdirSync(place).map((name) => newestIn(path.join(place, name)))
  return Math.max(stat.mtimeMs, ...inside)
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1
}
