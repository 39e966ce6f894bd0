// The commands of a document, as its readers run them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Portal } from './portal.ts'

type Walk = {
  /** An empty one, in which the commands run. */
  readonly folder: string
  readonly portal: Pick<Portal, 'url' | 'token'>
  /** What the document has its readers set besides. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs the commands of a document's walk-through, and answers with what they print; fails if one of them does, or complains. */
export async function walkThrough(
  document: string,
  { folder, portal: { url, token }, environment }: Walk,
): Promise<string> {
  const bash = spawn('bash', ['-c', commandsOf(document)], {
    cwd: folder,
    env: { ...process.env, ...environment, BERTH: url, TOKEN: token, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([
    text(bash.stdout),
    text(bash.stderr),
    once(bash, 'close'),
  ])
  expect({ status: bash.exitCode, stderr }, stdout).toEqual({ status: 0, stderr: '' })
  return stdout
}

/** Its blocks marked `sh`, in order. */
function commandsOf(document: string): string {
  const blocks = [...readFileSync(document, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
  return `set -eu\n${blocks.map(([, commands]) => commands!).join('\necho\n')}`
}
