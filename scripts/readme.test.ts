// Walk-throughs that need no repository but Berth's own.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Portal, preparedDataDirectory, startDemo } from './testing/portal.ts'
import { walkThrough } from './testing/walk-through.ts'

const run = promisify(execFile)

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

/** Runs a command of this installation, and answers with the last line that it prints. */
async function berth(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, BERTH_DATA_DIR: data.directory }
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', ...args], { env })
  return stdout.trim().split('\n').at(-1)!
}

it('the walk-through of the README works as it is written, from the first cluster to the answer why', async () => {
  const told = await walkThrough('README.md', { folder, portal })
  expect(told).toContain('path: clusters/east-nsw-newcastle-01')
  expect(told).toContain('name: ieb--app1')
  expect(told).toContain('Berth-Change: 4')
  expect(told).toContain('"reason":"The store moved"')
})

/** A tenant of its own, with the token of an admin. */
async function newTenant(name: string): Promise<string> {
  await berth('tenant', 'create', name)
  return berth('token', '--role', 'admin', '--tenant', name)
}

it('the walk-through of targets works as it is written, in a tenant of its own', async () => {
  const tenant = 'targets'
  const token = await newTenant(tenant)
  const { host } = new URL(portal.url)
  const told = await walkThrough('docs/targets.md', {
    folder,
    portal: { url: portal.url, token },
    environment: { REPO: `http://git:${token}@${host}/git/${tenant}.git` },
  })
  const directories = [...told.matchAll(/^ +path: (.+)$/gm)].map(([, directory]) => directory)
  expect(directories).toEqual([
    'deploy/menu-next',
    'deploy/menu',
    'deploy/menu-v3',
    'deploy/menu',
    'deploy/menu',
  ])
  expect(told).toContain('"reason":"target early-adopters instead of no target"')
})

it('the walk-through of picks and schedulers works as it is written, in a tenant of its own', async () => {
  const token = await newTenant('schedulers')
  const told = await walkThrough('docs/schedulers.md', {
    folder,
    portal: { url: portal.url, token },
  })
  const csv = told.replaceAll('\r\n', '\n')
  const lists = [...csv.matchAll(/^\uFEFF?cluster\n((?:.+\n)*)/gm)].map(([, names]) =>
    names!.trim().split('\n'),
  )
  expect(lists).toEqual([
    ['north-1', 'south-2'],
    ['north-1', 'south-2'],
    ['north-1', 'south-1'],
    ['north-1', 'north-2', 'south-1'],
    ['north-2'],
  ])
  expect(told).toContain('"reason":"chosen by pick (2 of 4)"')
  expect(told).toContain('"reason":"not chosen by pick (2 of 4)"')
  expect(told).toContain('"reason":"gpu-packer has not decided yet"')
  expect(told).toContain('"reason":"chosen by gpu-packer (1 of 3): 37 free"')
})

it('the walk-through of cluster types works as it is written, in a tenant of its own', async () => {
  const tenant = 'types'
  const token = await newTenant(tenant)
  const { host } = new URL(portal.url)
  const told = await walkThrough('docs/reconcilers.md', {
    folder,
    portal: { url: portal.url, token },
    environment: { REPO: `http://git:${token}@${host}/git/${tenant}.git` },
  })
  const files = [...told.matchAll(/^clusters\/(.+)\/base\/default-project.yaml$/gm)]
  expect(files.map(([, cluster]) => cluster)).toEqual([
    'store-1',
    'store-2',
    'store-1',
    'store-1',
    'store-2',
  ])
  expect(told).toContain('"code":"in_use"')
})

it('the walk-through of configuration works as it is written, in a tenant of its own', async () => {
  const tenant = 'configs'
  const token = await newTenant(tenant)
  const { host } = new URL(portal.url)
  const told = await walkThrough('docs/configuration.md', {
    folder,
    portal: { url: portal.url, token },
    environment: { REPO: `http://git:${token}@${host}/git/${tenant}.git` },
  })
  const endpoints = [...told.matchAll(/^ +endpoint: (.+)$/gm)].map(([, endpoint]) => endpoint)
  expect(endpoints).toEqual([
    'https://central.example.com',
    'https://east.example.com',
    'https://central.example.com',
    'https://central.example.com',
  ])
  expect([...told.matchAll(/^  zone: (.+)$/gm)].map(([, zone]) => zone)).toEqual([
    'none',
    'none',
    'none',
    'b',
  ])
  expect(told).toContain('"pointer":"/database/endpoint","value":"https://east.example.com"')
  const codes = ['label_missing', 'config_conflict', 'config_invalid', 'looks_like_secret']
  for (const code of codes) expect(told).toContain(`"code":"${code}"`)
})
