import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'

/** The commands of a document's walk-through: its blocks marked `sh`, in order. */
function walkThrough(document: string): string {
  const text = readFileSync(document, 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!)
  return `set -eu\n${blocks.join('\necho\n')}`
}

describe('the walk-through', () => {
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

  function walk(document: string): string {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', walkThrough(document)], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, BERTH: portal.url, TOKEN: portal.token, HOME: folder },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }

  it('of the README works as it is written, from the first cluster to the answer why', () => {
    const told = walk('README.md')
    expect(told).toContain('path: clusters/east-nsw-newcastle-01')
    expect(told).toContain('name: ieb--app1')
    expect(told).toContain('Berth-Change: 4')
    expect(told).toContain('"reason":"The store moved"')
  }, 120_000)

  it('of versions works as it is written, from two environments to a rollback', () => {
    const told = walk('docs/versions.md')
    const [v1, v2] = ['1', '2'].map((digit) => digit.repeat(40))
    for (const cluster of ['qa-1', 'prod-1', 'prod-2']) {
      expect(told).toContain(`clusters/${cluster}/apps/shop/till.yaml:    targetRevision: "${v1}"`)
    }
    const { items } = JSON.parse(told.trim().split('\n').at(-1)!)
    expect(items.map(({ version }: { version: string }) => version)).toEqual([v1, v2, v1])
  }, 120_000)
})
