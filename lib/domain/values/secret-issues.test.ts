import { expect, it } from 'vitest'
import { secretIssues } from './secret-issues.ts'
import type { Values } from './values.ts'

const found = (values: Values) =>
  secretIssues(values, []).map(({ path, code }) => [path.join('/'), code])

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'

it.each<[string, Values, string]>([
  ['a password', { db: { password: 'x' } }, 'db/password'],
  ['a password in camel case', { dbPassword: 'x' }, 'dbPassword'],
  ['a password in capitals', { DB_PASSWD: 'x' }, 'DB_PASSWD'],
  ['a password for short', { smtp: { pass: 'x' } }, 'smtp/pass'],
  ['several passwords', { passwords: ['', 'x'] }, 'passwords/1'],
  ['a secret', { clientSecret: 'x' }, 'clientSecret'],
  ['a token', { 'api-token': 'x' }, 'api-token'],
  ['a key of an API', { api_key: 'x' }, 'api_key'],
  ['a private key', { privateKey: 'x' }, 'privateKey'],
  ['credentials', { credentials: 'x' }, 'credentials'],
  ['a passphrase', { passphrase: 'x' }, 'passphrase'],
  ['a variable', { env: [{ name: 'DB_PASSWORD', value: 'x' }] }, 'env/0/value'],
  ['an argument', { args: ['-v', '--db-password=x'] }, 'args/1'],
  ['a private key by its text', { pem: '-----BEGIN RSA PRIVATE KEY-----\nMII' }, 'pem'],
  ['a JSON Web Token', { a: [JWT] }, 'a/0'],
  ['a key of AWS', { id: 'AKIAIOSFODNN7EXAMPLE' }, 'id'],
  ['a token of GitHub', { a: `ghp_${'a1'.repeat(18)}` }, 'a'],
  ['a token of GitLab', { a: `glpat-${'a1'.repeat(10)}` }, 'a'],
  ['a token of Slack', { a: 'xoxb-1234567890-abc' }, 'a'],
  ['an address with a password', { url: 'postgres://app:x@db/app' }, 'url'],
  ['an address with a user', { url: 'https://x@git.example.com/a' }, 'url'],
  ['what SOPS encrypted', { sops: { version: '3' } }, 'sops'],
])('%s looks like a secret', (_, values, path) => {
  expect(found(values)).toEqual([[path, 'looks_like_secret']])
})

it.each<[string, Values]>([
  ['the name of a Secret', { password: { secretRef: { name: 'db', key: 'password' } } }],
  ['the name of a Secret as charts have it', { auth: { existingSecret: 'db' } }],
  ['names of Secrets to pull with', { imagePullSecrets: ['regcred'], pullSecret: 'regcred' }],
  ['the key within a Secret', { secretKey: 'x', passwordKey: 'db-password', secretName: 'db' }],
  ['an empty password', { password: '' }],
  ['a variable from elsewhere', { env: [{ name: 'DB_PASSWORD', valueFrom: { key: 'x' } }] }],
  [
    'an argument from elsewhere',
    { args: ['--password=$(DB_PASSWORD)', '--token-file=/run/token'] },
  ],
  ['what is no text', { tokens: 4096, automountServiceAccountToken: false }],
  ['a word that ends so', { bypass: 'x', compass: 'x' }],
  ['sops within', { tools: { sops: 'v3' } }],
  ['an address', { url: 'https://git.example.com/a?x=a@b', ssh: 'ssh://git@git.example.com/a' }],
  ['a public key', { pem: '-----BEGIN PUBLIC KEY-----\nMII' }],
])('%s looks like none', (_, values) => {
  expect(found(values)).toEqual([])
})

it('repeats no value', () => {
  const [issue] = secretIssues({ password: 'hunter2' }, [])
  expect(issue?.reason).not.toContain('hunter2')
})
