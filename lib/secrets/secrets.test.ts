import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'berth-secrets-'))
  file = path.join(directory, 'secrets.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

it('the secrets of a data directory are made once, by the first of those who start together', async () => {
  const [secrets, ...others] = await Promise.all([1, 2, 3].map(() => openSecrets(directory)))
  for (const other of [...others, await openSecrets(directory)]) expect(other).toEqual(secrets)
  expect(Buffer.from(secrets!.encryptionKey, 'base64')).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('a file of an earlier version gets a key, the same for those who start together, and keeps the rest', async () => {
  const old = {
    superuserPassword: 'a',
    ownerPassword: 'b',
    appPassword: 'c',
    sessionSecret: 'd',
  }
  writeFileSync(file, JSON.stringify(old))
  const [secrets, ...others] = await Promise.all([1, 2, 3].map(() => openSecrets(directory)))
  expect(secrets).toMatchObject(old)
  expect(Buffer.from(secrets!.encryptionKey, 'base64')).toHaveLength(32)
  for (const other of others) expect(other).toEqual(secrets)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(secrets)
})
