import { describe, expect, it } from 'vitest'
import { GUESSED_ACCESS } from './pull-request-access.ts'
import {
  type FleetRepository,
  fleetRepositoryIssues,
  serverOf,
  unixLines,
} from './fleet-repository.ts'

const KEY = `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ==\n-----END OPENSSH PRIVATE KEY-----\n`
const HOSTS = 'git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB\n'

const valid: FleetRepository = {
  repoUrl: 'https://git.example.com/platform/fleet.git',
  pullUrl: null,
  branchPattern: 'main',
  shards: 100,
  username: 'berth',
  token: 'a token',
  sshKey: null,
  sshKnownHosts: null,
  pullRequests: GUESSED_ACCESS,
}
const overSsh = { repoUrl: 'git@git.example.com:fleet.git', sshKey: KEY, sshKnownHosts: HOSTS }

const codesOf = (over: Partial<FleetRepository>, loopback = false) =>
  fleetRepositoryIssues({ ...valid, ...over }, { loopback, presentPattern: 'main' }).map(
    ({ path, code }) => `${path.join('.')} ${code}`,
  )

describe('the repository of a tenant', () => {
  it.each<[string, Partial<FleetRepository>]>([
    ['https with a token', {}],
    ['https without one', { token: null }],
    ['a private host', { repoUrl: 'https://10.1.2.3:8443/fleet.git' }],
    ['ssh with a key and a known host', overSsh],
    ['ssh with a key of the older form', { ...overSsh, sshKey: KEY.replaceAll('OPENSSH', 'RSA') }],
    [
      'hashed and marked hosts',
      {
        sshKnownHosts:
          '# ours\n@cert-authority *.example.com ssh-rsa AAAA x\n|1|abc=|def= ssh-rsa AAAA\n',
      },
    ],
    ['another address for clusters', { pullUrl: 'https://mirror.example.com/fleet.git' }],
    ['a pattern of branches', { branchPattern: 'fleet/{environment}/{shard}' }],
  ])('may be %s', (_, over) => {
    expect(codesOf(over)).toEqual([])
  })

  it.each<[string, Partial<FleetRepository>, string]>([
    // case | over | code
    ['a file', { repoUrl: 'file:///srv/fleet.git' }, 'repo_url url_scheme'],
    ['a directory', { repoUrl: '/srv/fleet.git' }, 'repo_url url_scheme'],
    ['plain http', { repoUrl: 'http://git.example.com/fleet.git' }, 'repo_url url_scheme'],
    ['a transport helper', { repoUrl: 'ext::sh -c id' }, 'repo_url url_scheme'],
    ['an option', { repoUrl: '--upload-pack=touch x' }, 'repo_url url_format'],
    ['an option as its host', { repoUrl: 'ssh://-oProxyCommand=x/y' }, 'repo_url url_format'],
    [
      'an address with a password',
      { repoUrl: 'https://u:p@git.example.com/f' },
      'repo_url url_credentials',
    ],
    ['an address with a name', { repoUrl: 'https://u@git.example.com/f' }, 'repo_url url_format'],
    ['a pattern of addresses', { pullUrl: 'https://git.example.com/*' }, 'pull_url url_glob'],
    ['pulled from this machine', { pullUrl: 'https://127.0.0.1/f' }, 'pull_url url_host'],
    ['no pattern of branches', { branchPattern: 'a..b' }, 'branch_pattern branch_format'],
    ['one that is reserved', { branchPattern: 'berth/{name}' }, 'branch_pattern branch_reserved'],
    ['no shards', { shards: 0 }, 'shards shards_range'],
    ['too many shards', { shards: 10_001 }, 'shards shards_range'],
    ['a name with a colon', { username: 'a:b' }, 'username username_format'],
    ['a token of two lines', { token: 'a\nb' }, 'token token_format'],
    ['an empty token', { token: '' }, 'token token_format'],
    ['a public key', { sshKey: 'ssh-ed25519 AAAA me\n' }, 'ssh_key ssh_key_format'],
    [
      'a key behind a passphrase',
      { sshKey: KEY.replaceAll('OPENSSH', 'ENCRYPTED') },
      'ssh_key ssh_key_format',
    ],
    [
      'hosts that are options',
      { sshKnownHosts: 'ProxyCommand touch\n' },
      'ssh_known_hosts known_hosts_format',
    ],
    ['ssh without a key', { ...overSsh, sshKey: null }, 'ssh_key required'],
    ['ssh without a known host', { ...overSsh, sshKnownHosts: null }, 'ssh_known_hosts required'],
  ])('is not %s', (_, over, code) => {
    expect(codesOf(over)).toEqual([code])
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '0x7f000001',
    'localhost',
    'LOCALHOST',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '0xa9fea9fe',
    '169.254.1.1',
    '168.63.129.16',
    '100.100.100.200',
    'metadata.google.internal',
    '224.0.0.1',
    '255.255.255.255',
  ])('is on no host %s', (host) => {
    expect(codesOf({ repoUrl: `https://${host}/fleet.git` })).toEqual(['repo_url url_host'])
    expect(codesOf({ ...overSsh, repoUrl: `ssh://git@${host}/fleet.git` })).toEqual([
      'repo_url url_host',
    ])
  })

  it('may be on the machine itself where everything is a demo, and is still an address', () => {
    expect(codesOf({ repoUrl: 'https://127.0.0.1:3000/fleet.git' }, true)).toEqual([])
    expect(codesOf({ repoUrl: 'https://127.0.0.1/' }, true)).toEqual(['repo_url url_format'])
    expect(codesOf({ repoUrl: 'file:///srv/fleet.git' }, true)).toEqual(['repo_url url_scheme'])
  })

  it('keeps the branches that it has, even reserved ones', () => {
    const kept = { ...valid, branchPattern: 'berth/{name}' }
    const rules = { loopback: false, presentPattern: 'berth/{name}' }
    expect(fleetRepositoryIssues(kept, rules)).toEqual([])
  })

  it('repeats no secret in a reason', () => {
    const secret = 'correct-horse-battery'
    const issues = fleetRepositoryIssues(
      {
        ...valid,
        repoUrl: `https://u:${secret}@h/f`,
        token: `${secret}\n`,
        sshKey: secret,
        sshKnownHosts: secret,
      },
      { loopback: false, presentPattern: 'main' },
    )
    expect(issues).toHaveLength(4)
    expect(JSON.stringify(issues)).not.toContain(secret)
  })
})

describe('the server that is shown a credential', () => {
  it.each([
    ['https://git.example.com/a.git', 'https://git.example.com:443'],
    ['https://GIT.example.com:443/b.git', 'https://git.example.com:443'],
    ['https://git.example.com:8443/a.git', 'https://git.example.com:8443'],
    ['ssh://git@git.example.com/a.git', 'ssh://git.example.com:22'],
    ['git@git.example.com:a.git', 'ssh://git.example.com:22'],
    ['https://git.example.com.evil.example/a.git', 'https://git.example.com.evil.example:443'],
  ])('of %s is %s', (url, server) => {
    expect(serverOf(url)).toBe(server)
  })
})

it('brings pasted text to the line ends that ssh reads', () => {
  expect(unixLines('  a\r\nb\rc\n\n')).toBe('a\nb\nc\n')
})
