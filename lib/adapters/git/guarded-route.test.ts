import { expect, describe, it } from 'vitest'
import type { GitTransport } from './git-process.ts'
import { guardedRoute } from './guarded-route.ts'
import { httpRoute, RouteRefused, sshRoute } from './route.ts'

const identity = { keyFile: '/keys/id', knownHostsFile: '/keys/known_hosts' }
const overHttp = (url: string, addresses: readonly string[]) =>
  guardedRoute(httpRoute(url, null), url, async () => addresses)
const overSsh = (url: string, addresses: readonly string[]) =>
  guardedRoute(sshRoute(identity), url, async () => addresses)
const unknown = () => Promise.reject(new Error('ENOTFOUND'))
const lent = (transport: GitTransport) => Promise.resolve(transport)

describe('a route to a host that a tenant named', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'febf::1',
    'ff02::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fd00:ec2::253',
    'fec0::1',
    'fe80::1%eth0',
  ])(
    'is not taken when the name leads to %s, nor when it does so among others',
    async (address) => {
      for (const addresses of [[address], ['10.0.0.1', address]]) {
        for (const route of [
          overHttp('https://git.example.com/a.git', addresses),
          overSsh('git@git.example.com:a.git', addresses),
        ]) {
          await expect(route.lend(lent)).rejects.toThrow(RouteRefused)
          await expect(route.lend(lent)).rejects.toThrow('git.example.com leads to this machine')
        }
      }
    },
  )

  it('is refused for a name that doesn’t resolve', async () => {
    const url = 'https://git.example.com/a.git'
    await expect(guardedRoute(httpRoute(url, null), url, unknown).lend(lent)).rejects.toThrow(
      'git.example.com is not known',
    )
    const nowhere = guardedRoute(httpRoute(url, null), url, async () => [])
    await expect(nowhere.lend(lent)).rejects.toThrow(RouteRefused)
  })

  it('leads over https only to the addresses that were checked', async () => {
    const route = overHttp('https://git.example.com:8443/a.git', ['10.0.0.1', '2600:1f00::1'])
    expect((await route.lend(lent)).settings).toEqual([
      '-c',
      'http.curloptResolve=git.example.com:8443:10.0.0.1,[2600:1f00::1]',
    ])
  })

  it.each([
    ['git@git.example.com:a.git', 'git.example.com'],
    ['ssh://git@git.example.com/a.git', 'git.example.com'],
    ['ssh://git@git.example.com:2222/a.git', '[git.example.com]:2222'],
  ])('leads over ssh to the address that was judged, with the key of %s', async (url, alias) => {
    const { environment } = await overSsh(url, ['10.0.0.1']).lend(lent)
    expect(environment['GIT_SSH_COMMAND']).toContain(
      `-i /keys/id -o HostName=10.0.0.1 -o 'HostKeyAlias=${alias}'`,
    )
  })

  it('is resolved for each run: a name that led elsewhere a moment ago is checked again', async () => {
    const url = 'https://git.example.com/a.git'
    const answers = [['10.0.0.1'], ['127.0.0.1']]
    const route = guardedRoute(httpRoute(url, null), url, async () => answers.shift() ?? [])
    await expect(route.lend(lent)).resolves.toMatchObject({ protocol: 'https' })
    await expect(route.lend(lent)).rejects.toThrow(RouteRefused)
  })
})
