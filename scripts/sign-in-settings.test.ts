// A portal whose sign-in is configured only in part, or not at all, never starts to answer.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '#lib/settings/env.ts'
import { explain } from './explain.ts'

const entra = {
  ENTRA_TENANTS: '8f1c0000-0000-4000-8000-00000000000a=default',
  ENTRA_CLIENT_ID: '5e000000-0000-4000-8000-00000000000c',
  ENTRA_CLIENT_SECRET: 'hunter2~secret',
}
const oidc = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'berth',
  OIDC_CLIENT_SECRET: 'hunter2~secret',
}
const garbage: Readonly<Record<string, string>> = {
  ENTRA_TENANTS: 'common=default',
  ENTRA_CLIENT_ID: 'hunter2 is no id',
  ENTRA_CLIENT_SECRET: 'hunter2\nsecret',
  ENTRA_AUTHORITY: 'http://login.example.com',
  ENTRA_GRAPH_URL: 'ftp://graph.example.com',
  OIDC_ISSUER: 'undefined',
  OIDC_CLIENT_ID: 'hunter2 has spaces',
  OIDC_CLIENT_SECRET: 'hunter2 secret',
  OIDC_SCOPES: 'email',
  OIDC_TENANT: '../default',
  BERTH_ENCRYPTION_KEYS: 'hunter2',
  NEXTAUTH_SECRET: 'hunter2',
  BERTH_TENANT: '..',
}
const missing = [entra, oidc].flatMap((whole) =>
  Object.keys(whole).map((name) => ({ name, settings: { ...whole, [name]: '' } })),
)
const wrong = Object.entries(garbage).map(([name, value]) => ({
  name,
  settings: { ...entra, ...oidc, [name]: value },
}))

let directory: string
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'berth-settings-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** What a start with these settings says before it ends: it reads them first, and prints what is wrong with them. */
function refusalOf(settings: Readonly<Record<string, string>>): string {
  try {
    readEnvironment(settings)
  } catch (error) {
    return explain(error)
  }
  return ''
}

function start(settings: Readonly<Record<string, string>>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    BERTH_DATA_DIR: path.join(directory, 'data'),
    PORT: '3999',
    ...settings,
  }
  const ended = spawnSync(process.execPath, ['scripts/run.mjs', 'start'], {
    env: { ...env, NODE_ENV: 'production' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status: ended.status, text: `${ended.stdout}${ended.stderr}` }
}

describe('npm start', () => {
  it('ends without a way to sign in, and names what is missing', () => {
    const { status, text } = start({})
    expect(status).toBe(1)
    expect(text).toContain('ENTRA_TENANTS')
    expect(text).toContain('OIDC_ISSUER')
  })

  it('ends with part of a way, or garbage, and says no more and no less than the settings are refused with', () => {
    for (const settings of [missing[0]!.settings, { ...entra, ...oidc, ...garbage }]) {
      expect(start(settings)).toEqual({ status: 1, text: `${refusalOf(settings)}\n` })
    }
  })

  it.each(missing)('ends without $name, and names it', ({ name, settings }) => {
    const text = refusalOf(settings)
    expect(text).toMatch(new RegExp(`^- ${name}: it is missing`, 'm'))
    expect(text).not.toContain('hunter2')
  })

  it.each(wrong)('ends with garbage in $name, and repeats none of it', ({ name, settings }) => {
    const text = refusalOf(settings)
    expect(text).toMatch(new RegExp(`^- ${name}: `, 'm'))
    expect(text).not.toContain('hunter2')
  })

  it('has touched nothing by then', () => {
    expect(readdirSync(directory)).toEqual([])
  })
})
