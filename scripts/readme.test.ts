import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'
import { walkThrough } from './testing/walk-through.ts'

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

it('the walk-through of the README works as it is written, from the first cluster to the answer why', async () => {
  const told = await walkThrough('README.md', { folder, portal })
  expect(told).toContain('path: clusters/east-nsw-newcastle-01')
  expect(told).toContain('name: ieb--app1')
  expect(told).toContain('Berth-Change: 4')
  expect(told).toContain('"reason":"The store moved"')
}, 120_000)
