// The commands of a cluster's page as a shell parses them, without running the programs that they call.
import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'

/** The folder that `mktemp` pretends to have made. */
export const MADE_FOLDER = '/made'

const stub = (name: string) =>
  `${name}() { cat >/dev/null; { echo ${name}; for word; do printf '%s\\0' "$word"; done; printf '\\0'; } >&3; }\n`

/** The arguments of each call of git and kubectl, as a shell passes them; what they would print, the shell finds empty. */
export function callsOf(command: string): string[][] {
  const stubs = `${stub('git')}${stub('kubectl')}mktemp() { echo ${MADE_FOLDER}; }\n`
  const run = spawnSync('sh', ['-e', '-c', `exec 3>&1\n${stubs}${command}`], {
    input: '',
    encoding: 'utf8',
  })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  return run.stdout
    .split('\0\0')
    .filter((call) => call !== '')
    .map((call) => call.replace('\n', '\0').split('\0'))
}
