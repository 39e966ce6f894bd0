import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { killGit, NO_TRANSPORT, startGit, type GitCommand } from './git-process.ts'

export type GitRun = GitCommand & {
  readonly timeoutMs: number
  readonly input?: Iterable<Uint8Array>
  /** More bytes than this on standard output end the run; 16 MiB by default. */
  readonly maxOutputBytes?: number
}

export type GitOutcome = {
  /** Null when git was ended by a signal. */
  readonly exitCode: number | null
  readonly timedOut: boolean
  /** Whether git was stopped because it wrote too much; `stdout` is then cut. */
  readonly overflowed: boolean
  readonly stdout: Buffer
  /** Cut after 64 KiB, without secrets and control characters. */
  readonly stderr: string
}

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const MAX_MESSAGE_BYTES = 64 * 1024

/**
 * Runs git to its end. Resolves whatever git answers; rejects only when git can't be started or the input fails.
 * On a timeout or too much output the whole process group is killed.
 */
export async function runGit(run: GitRun): Promise<GitOutcome> {
  const child = startGit(run)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGit(child)
  }, run.timeoutMs)
  const stdout = collect(child.stdout, run.maxOutputBytes ?? MAX_OUTPUT_BYTES, () => killGit(child))
  const stderr = collect(child.stderr, MAX_MESSAGE_BYTES, () => {})
  try {
    await Promise.all([once(child, 'close'), feed(child, run.input ?? [])])
  } finally {
    clearTimeout(timer)
  }
  return {
    exitCode: child.exitCode,
    timedOut,
    overflowed: stdout.overflowed(),
    stdout: stdout.bytes(),
    stderr: shown(stderr.bytes(), (run.transport ?? NO_TRANSPORT).secrets),
  }
}

/** Runs git where only success is expected. Throws `GitFailed` otherwise. */
export async function requireGit(run: GitRun): Promise<Buffer> {
  const outcome = await runGit(run)
  if (outcome.exitCode !== 0 || outcome.overflowed) throw new GitFailed(run.args, outcome)
  return outcome.stdout
}

export class GitFailed extends Error {
  readonly outcome: GitOutcome
  constructor(args: readonly string[], outcome: GitOutcome) {
    const end = outcome.timedOut ? 'timed out' : `ended with ${outcome.exitCode}`
    super(`git ${args[0]} ${end}: ${outcome.stderr.trim()}`)
    this.name = 'GitFailed'
    this.outcome = outcome
  }
}

function collect(stream: Readable, maxBytes: number, onOverflow: () => void) {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, Math.max(0, maxBytes - size))
    if (kept.length > 0) chunks.push(kept)
    size += chunk.length
    if (size > maxBytes) onOverflow()
  })
  return { bytes: () => Buffer.concat(chunks), overflowed: () => size > maxBytes }
}

/** Git may end before it has read everything, and its exit code then says why. A failing input is our own error. */
async function feed(child: ChildProcessWithoutNullStreams, input: Iterable<Uint8Array>) {
  child.stdin.on('error', () => {})
  try {
    for (const chunk of input) {
      if (child.stdin.destroyed) return
      await new Promise<void>((resolve) => child.stdin.write(chunk, () => resolve()))
    }
    child.stdin.end()
  } catch (error) {
    killGit(child)
    throw error
  }
}

/** Git's messages, safe for a log and a page: no secret in any spelling, no control characters except line breaks. */
function shown(bytes: Buffer, secrets: readonly string[]): string {
  const lines = bytes.toString('utf8').replace(/\r\n?/g, '\n')
  const text = lines.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
  return secrets
    .flatMap(spellingsOf)
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
}

/** The spellings that git uses in addresses, and in which a remote may repeat what it was sent. */
function spellingsOf(secret: string): string[] {
  const inAddress = encodeURIComponent(secret)
  const inJson = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret)
  return [secret, inAddress, inJson, bytes.toString('base64'), bytes.toString('base64url')]
}
