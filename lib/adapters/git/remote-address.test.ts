import { describe, expect, it } from 'vitest'
import { parseRemoteAddress } from './remote-address.ts'

describe('the address of a repository', () => {
  it.each([
    ['https://git.example.com/fleet/gitops.git', 'https'],
    ['https://git.example.com:8443/fleet/gitops', 'https'],
    ['https://[2001:db8::1]/gitops.git', 'https'],
    ['https://dev.azure.com/o/p/_git/r', 'https'],
    ['ssh://git@git.example.com:22/fleet/gitops.git', 'ssh'],
    ['ssh://git.example.com/~/gitops.git', 'ssh'],
    ['git@git.example.com:fleet/gitops.git', 'ssh'],
  ])('%s is taken as it stands', (text, protocol) => {
    expect(parseRemoteAddress(text)).toEqual({ ok: true, value: { protocol, url: text } })
  })

  it.each([
    ['/srv/git/gitops.git', '/srv/git/gitops.git'],
    ['file:///srv/git/git%20ops.git', '/srv/git/git ops.git'],
  ])('%s is a directory of this machine', (text, path) => {
    expect(parseRemoteAddress(text)).toEqual({ ok: true, value: { protocol: 'local', path } })
  })

  it.each([
    '',
    'gitops.git',
    './gitops.git',
    '../gitops.git',
    '~/gitops.git',
    '--upload-pack=touch x',
    '-oProxyCommand=x:y',
    'git@-oProxyCommand=x:y',
    'git@host:-y',
    'git@host://y',
    '-git@host:y',
    'ssh://-oProxyCommand=x/y',
    'ssh://git@-oProxyCommand=x/y',
    'ssh://git:secret@host/y',
    'ext::sh -c touch% x',
    'fd::17',
    'git://host/y',
    'http://host/y',
    'ftp://host/y',
    'HTTPS://host/y',
    'https:host/y',
    'https://host',
    'https://host/',
    'https://-host/y',
    'https://host/y?x=1',
    'https://host/y#x',
    'https://host/y\nhttps://other/y',
    'https://host/y z',
    'file://host/y',
    'file:gitops',
    'file:///a%2Fb',
    'https::https://host/y',
    '/srv/git\0/x',
  ])('%j is refused', (text) => {
    const parsed = parseRemoteAddress(text)
    expect(parsed.ok ? parsed.value : parsed.issues.map(({ code }) => code)).toEqual([
      'remote_address',
    ])
  })

  it.each([
    'https://user@host/y',
    'https://user:secret@host/y',
    'https://secret@dev.azure.com/o/p/_git/r',
    'HTTPS://secret@host/y',
    'https://host\\@other/y',
  ])('%s is refused for its name, which no reason repeats', (text) => {
    const parsed = parseRemoteAddress(text)
    expect(parsed.ok ? [] : parsed.issues.map(({ code }) => code)).toEqual(['remote_userinfo'])
    expect(JSON.stringify(parsed)).not.toMatch(/secret|host\/y/)
  })

  it('is http only where that is asked for', () => {
    const url = 'http://127.0.0.1:8080/gitops.git'
    expect(parseRemoteAddress(url, { allowHttp: true })).toEqual({
      ok: true,
      value: { protocol: 'http', url },
    })
  })
})
