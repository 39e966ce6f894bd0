// Where a test run writes what nobody keeps. Databases, repositories and profiles of browsers are many small files, for which a
// disk takes several times the processor that memory takes.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** Ten times what a whole run has there at once (0.7 GB were seen), as its processes need memory, too. */
const ROOM_MIN_BYTES = 8 * 1024 ** 3

/** A new folder that goes when this process ends. Where there is room in memory, the run's processes write all there. */
export function makeTestFolder(): string {
  const inMemory = isRoomy()
  const folder = mkdtempSync(path.join(inMemory ? MEMORY : tmpdir(), 'berth-tests-'))
  // The database server runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
  if (inMemory) process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** Containers often have little of it, or let nothing run there, and tests make programs. */
function isRoomy(): boolean {
  if (!existsSync('/proc/mounts')) return false
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const options = mounted.find(([, place]) => place === MEMORY)?.[3]?.split(',') ?? ['noexec']
  if (options.includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_MIN_BYTES
}
