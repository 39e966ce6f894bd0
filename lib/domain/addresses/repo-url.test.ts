import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseRepoUrl, repositoryIdentity, repoUrlIssues } from './repo-url.ts'

function codesOf(url: string): readonly string[] {
  return repoUrlIssues(url, ['repo_url']).map((issue) => issue.code)
}

function reasonOf(url: string): string {
  return repoUrlIssues(url, ['repo_url'])[0]?.reason ?? ''
}

describe('repo_url', () => {
  it.each([
    'https://h/o/r',
    'https://h/o/r.git',
    'https://git.example.com:8443/o/r.git',
    'ssh://git@h:22/o/r',
    'ssh://git@git.example.com/~ann/r.git',
    'git@h:o/r.git',
    'git@ssh.dev.azure.com:v3/o/p/r',
    'https://dev.azure.com/o/p/_git/r',
    'https://dev.azure.com/o/My%20Project/_git/r',
    'https://github.com/o/.github',
    'https://gitea.gitea.svc/o/r',
    'https://10.0.0.5/o/r',
    'https://192.168.1.1:3000/o/r',
    'https://169.253.1.1/o/r',
    'https://localhost.example.com/o/r',
    'https://h1/o/r',
  ])('may be %s', (url) => {
    expect(codesOf(url)).toEqual([])
  })

  it.each([
    'ext::sh -c id',
    'file:///x',
    '/srv/x',
    'git://h/x',
    'http://h/x',
    'fd::17/x',
    'HTTPS://h/r',
    'your_app_k8s_repository_link',
    'user:token@h/r',
    '',
  ])('may not be %j, for its scheme', (url) => {
    expect(codesOf(url)).toEqual(['url_scheme'])
  })

  it.each([
    '--upload-pack=touch x',
    'ssh://-oProxyCommand=x/y',
    '-c',
    'https://good@evil/',
    'https://good\\@evil',
    'https:///h/r',
    'https://h\nhost=evil',
    'https:/h/r',
    'https://h',
    'https://h/',
    'https://h//r',
    'https://h/r/',
    'https://h/a/../r',
    'https://h/r?x=1',
    'https://h/r#x',
    'https://h/r%2e%2e',
    'https://h/-r',
    'https://h/r r',
    'https://h/ü',
    'https://ｈ/r',
    'https://h_h/r',
    'https://-h/r',
    'https://h./r',
    'https://%6cocalhost/r',
    'https://h:0/r',
    'https://h:65536/r',
    'https://h:/r',
    'https://h:22:22/r',
    'https://@h/r',
    'https://o@dev.azure.com/o/p/_git/r',
    'ssh://h/r',
    'ssh://ann@h/r',
    'ssh://git@-oProxyCommand=x/y',
    'ann@h:r',
    'git@h:',
    'git@h:/srv/r',
    'git@-oProxyCommand=x:r',
    `https://h/${'r'.repeat(2048)}`,
    `https://${'h'.repeat(64)}/r`,
  ])('may not be %.60j, for its form', (url) => {
    expect(codesOf(url)).toEqual(['url_format'])
  })

  it.each([
    'https://user:tok@h/r',
    'https://:s3cr3t@h/r',
    'ssh://git:s3cr3t@h/r',
    'https://a:b@c@h/r',
  ])('may not be %s, for the secret in it, which no reason repeats', (url) => {
    expect(codesOf(url)).toEqual(['url_credentials'])
    expect(reasonOf(url)).toBe('The address holds a password or token: remove it.')
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/',
    'https://127.1/r',
    'https://0177.0.0.1/r',
    'https://0x7f000001/r',
    'https://0X7F.0.0.1/r',
    'https://017700000001/r',
    'https://127.0.0.01/r',
    'https://10.0.0.05/r',
    'https://167772165/r',
    'https://0/r',
    'https://0.0.0.0/r',
    'https://256.1.1.1/r',
    'https://1.2.3.4.5/r',
    'https://224.0.0.1/r',
    'https://255.255.255.255/r',
    'https://168.63.129.16/r',
    'https://100.100.100.200/r',
    'https://[::1]/r',
    'https://[fd00::1]:8443/r',
    'https://localhost/r',
    'https://LocalHost:8443/r',
    'https://a.localhost/r',
    'https://metadata.google.internal/r',
    'ssh://git@127.0.0.1:22/o/r',
    'git@localhost:o/r',
    'git@2130706433:o/r',
    'git@[::1]:o/r',
  ])('may not be %s, for its host', (url) => {
    expect(codesOf(url)).toEqual(['url_host'])
  })

  it.each([
    'https://git.example/team-*',
    '!https://…',
    '{a,b}',
    'https://h/[ab]',
    'https://h/a,b',
    '*',
  ])('may not be %s, as it must be exact', (url) => {
    expect(codesOf(url)).toEqual(['url_glob'])
  })

  it('says what to remove from an address with a user', () => {
    expect(reasonOf('https://o@dev.azure.com/o/p/_git/r')).toContain(
      'write https://dev.azure.com/o/p/_git/r',
    )
    expect(reasonOf('https://token@127.0.0.1/r')).not.toContain('127')
  })

  it('names the backslash that browsers read as a slash', () => {
    expect(reasonOf('https://good\\@evil')).toContain('a backslash')
  })

  it('never repeats a user, as it may be a token', () => {
    expect(reasonOf('https://s3cr3t@h/r')).not.toContain('s3cr3t')
  })

  it('may not hold what cannot be stored', () => {
    expect(codesOf('https://h/r\0')).toEqual(['control_char'])
    expect(codesOf('https://h/r\ud800')).toEqual(['invalid_unicode'])
  })
})

// Other programs read addresses by the WHATWG rules: what we accept must mean the same host and path to them.
it('accepts no https address that a browser would read differently', () => {
  const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)
  const host = fc.string({
    unit: fc.constantFrom('h', 'x', '.', '-', '1', '0x7f', '09', ':8443', '@', '%68', ':'),
  })
  const path = fc.string({
    unit: fc.constantFrom('/', 'r', '.', '..', '/o', '%20', '%2e', '~', '?', '\\'),
  })
  let accepted = 0
  fc.assert(
    fc.property(
      fc.oneof(host, fc.constant('h')),
      fc.oneof(path, fc.constant('o/r')),
      (host, path) => {
        const url = `https://${host}/${path}`
        if (codesOf(url).length > 0) return
        accepted += 1
        const read = new URL(url)
        expect(`https://${read.host}${read.pathname}`).toBe(url)
        expect(read.username + read.password + read.search + read.hash).toBe('')
      },
    ),
    { numRuns },
  )
  expect(accepted).toBeGreaterThan(numRuns / 20)
})

it.each([
  ['https://H/O/R.git', 'https://h/o/r'],
  ['git@h:o/r.git', 'git@h/o/r'],
  ['ssh://git@h/o/r', 'git@h/o/r'],
  ['ssh://git@h:22/o/r', 'git@h:22/o/r'],
  ['https://h/r.git.git', 'https://h/r.git'],
])('compares %s as Argo CD does', (url, normalised) => {
  expect(normaliseRepoUrl(url)).toBe(normalised)
})

describe('the identity of a repository', () => {
  it.each([
    ['https://h/o/r', 'https://H/O/R.git'],
    ['https://h/o/r', 'https://h:443/o/r'],
    ['https://h/o/r', 'https://h:8443/o/r.git'],
    ['https://h/o/r', 'git@h:o/r.git'],
    ['https://h/o/r', 'ssh://git@h/o/r'],
    ['https://h/o/r', 'ssh://git@h:22/o/r.git'],
    ['https://h/o/r', 'ssh://git@h:2222/o/r'],
    ['https://h/o/r', 'https://h/o/r/'],
    ['https://h/o/my%20p/r', 'ssh://git@h/o/my%20p/r'],
    ['https://github.com/o/r', 'ssh://git@ssh.github.com:443/o/r.git'],
    ['https://dev.azure.com/o/p/_git/r', 'git@ssh.dev.azure.com:v3/o/p/r'],
  ])('is one for %s and %s', (one, other) => {
    expect(repositoryIdentity(other)).toBe(repositoryIdentity(one))
  })

  it.each([
    ['https://h/o/r', 'https://h/o/r2'],
    ['https://h/o/r', 'https://h2/o/r'],
    ['https://h/o/r', 'https://h/o/r.git.git'],
    ['https://h/o/r', 'https://h/or'],
    ['https://dev.azure.com/o/p/_git/r', 'https://dev.azure.com/o/p2/_git/r'],
  ])('tells %s from %s', (one, other) => {
    expect(repositoryIdentity(other)).not.toBe(repositoryIdentity(one))
  })

  it('is one wherever Argo CD sees one address: it never refuses less than Argo CD would', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,5}$/)
    const spelling = fc.constantFrom(
      (host: string, path: string) => `https://${host}/${path}`,
      (host: string, path: string) => `https://${host}/${path}.git`,
      (host: string, path: string) => `git@${host}:${path}`,
      (host: string, path: string) => `ssh://git@${host}/${path}.git`,
    )
    const host = fc.constantFrom('h', 'H', 'h.example', 'ssh.dev.azure.com')
    const url = fc
      .tuple(spelling, host, fc.array(part, { minLength: 1, maxLength: 4 }))
      .map(([write, host, parts]) => write(host, parts.join('/')))
    fc.assert(
      fc.property(url, url, (one, other) => {
        if (normaliseRepoUrl(one) !== normaliseRepoUrl(other)) return
        expect(repositoryIdentity(one)).toBe(repositoryIdentity(other))
      }),
    )
    fc.assert(
      fc.property(url, (one) => {
        const same = one.toUpperCase().replace(/^(HTTPS|SSH|GIT)/, (scheme) => scheme.toLowerCase())
        expect(normaliseRepoUrl(same)).toBe(normaliseRepoUrl(one))
        expect(repositoryIdentity(same)).toBe(repositoryIdentity(one))
      }),
    )
  })
})
