import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'

/** The commands of the README's walk-through: its blocks marked `sh`, in order. */
function walkThrough(): string[] {
  const readme = readFileSync('README.md', 'utf8')
  return [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!)
}

describe('the walk-through of the README', () => {
  const data = preparedDataDirectory()
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-readme-'))
  let portal: Portal
  beforeAll(async () => {
    portal = await startDemo(data.directory, ['--empty'])
  }, 180_000)
  afterAll(async () => {
    await portal.stop()
    data.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('works as it is written, from the first cluster to the answer why', () => {
    const script = `set -eu\n${walkThrough().join('\necho\n')}`
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, BERTH: portal.url, TOKEN: portal.token, HOME: folder },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('path: clusters/east-nsw-newcastle-01')
    expect(stdout).toContain('name: ieb--app1')
    expect(stdout).toContain('Berth-Change: 4')
    expect(stdout).toContain('"reason":"The store moved"')
  }, 120_000)
})
