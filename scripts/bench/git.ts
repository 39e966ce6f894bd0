// Plain git for the references, without the settings of the user who runs the benchmark.
import { execFileSync } from 'node:child_process'

const OUTPUT_BYTES_MAX = 2 ** 30

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
}

/** What a git command prints; its input is a text or an open file. */
export function gitBytes(
  directory: string,
  args: readonly string[],
  input: string | number = '',
): Buffer {
  return execFileSync('git', ['-C', directory, ...args], {
    env: environment,
    maxBuffer: OUTPUT_BYTES_MAX,
    ...(typeof input === 'string' ? { input } : { stdio: [input, 'pipe', 'inherit'] }),
  })
}

export function git(directory: string, ...args: string[]): string {
  return gitBytes(directory, args).toString().trim()
}

/** Loose and packed objects together, so that packing doesn't change the count. */
export function countObjects(repository: string): number {
  const text = git(repository, 'count-objects', '-v')
  const read = (key: string) => Number(new RegExp(`^${key}: (\\d+)`, 'm').exec(text)?.[1])
  return read('count') + read('in-pack')
}

/** The texts of blobs by their ids. */
export function readBlobs(repository: string, ids: Iterable<string>): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>()
  const bytes = gitBytes(repository, ['cat-file', '--batch'], `${[...ids].join('\n')}\n`)
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\n', at)
    const [id = '', type, size] = bytes.toString('utf8', at, end).split(' ')
    if (type !== 'blob') throw new Error(`${id} is no blob: ${type}`)
    const body = end + 1
    blobs.set(id, bytes.subarray(body, body + Number(size)))
    at = body + Number(size) + 1
  }
  return blobs
}
