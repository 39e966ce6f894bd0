import { afterEach, describe, expect, it } from 'vitest'
import { GraphGroups, type GraphLimits } from './graph.ts'
import type { GraphFault } from './testing/graph-server.ts'
import { httpWorld, TENANT } from './testing/group-worlds.ts'

const person = {
  provider: 'entra' as const,
  tenant: TENANT,
  object: '8f1c0000-0000-4000-8000-00000000000b',
}
const GROUP = '9a000000-0000-4000-8000-000000000001'
const groupsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => GROUP.slice(0, 24) + String(index).padStart(12, '0'))

const value = (ids: unknown) => JSON.stringify({ value: ids })

let close = async () => {}
afterEach(() => close())

async function world(limits: Partial<GraphLimits> = {}, clientSecret?: string) {
  const made = await httpWorld(limits, clientSecret)
  close = made.close
  made.members.set(person.object, [GROUP])
  const paths = () => made.server.requests.map(({ url }) => /(\w+)(\?.*)?$/.exec(url)?.[1])
  return { ...made, paths }
}

const read = { outcome: 'read', ids: [GROUP] }

describe('groups by Microsoft Graph', () => {
  it('are asked for with one token, however many people there are', async () => {
    const { reader, paths } = await world()
    expect(await reader.readGroups(person)).toEqual(read)
    expect(await reader.readGroups(person)).toEqual(read)
    expect(paths()).toEqual(['token', 'getMemberGroups', 'getMemberGroups'])
  })

  it('come page by page', async () => {
    const { reader, members, server } = await world()
    server.state.pageSize = 400
    members.set(person.object, groupsOf(1000))
    expect(await reader.readGroups(person)).toEqual({ outcome: 'read', ids: groupsOf(1000) })
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET'])
  })

  it.each([
    'https://evil.example/v1.0/users',
    'http://user:secret@127.0.0.1/',
    '//evil.example/',
    'file:///etc/passwd',
    '/v1.0/users',
    '',
  ])('are unreadable when the next page is said to be at %j', async (nextLink) => {
    const { reader, members, server } = await world()
    server.state.nextLink = nextLink
    members.set(person.object, groupsOf(201))
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'unreadable' })
    expect(server.requests).toHaveLength(2)
  })

  it('are unreadable when pages go in circles', async () => {
    const { reader, members, server } = await world()
    server.state.nextLink = `${server.origin}/v1.0/users/${person.object}/getMemberGroups?$skiptoken=1`
    members.set(person.object, groupsOf(201))
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'unreadable' })
  })

  it('wait as long as Graph asks, and go on', async () => {
    const { reader, server, waits } = await world()
    const busy = { kind: 'status', at: 'graph', retryAfter: '2', times: 1 } as const
    server.state.fault = { ...busy, status: 429 }
    expect(await reader.readGroups(person)).toEqual(read)
    server.state.fault = { ...busy, status: 503, retryAfter: undefined as never }
    expect(await reader.readGroups(person)).toEqual(read)
    expect(waits).toEqual([2000, 1000])
  })

  it('are given up when Graph stays busy, or for longer than a person waits', async () => {
    const { reader, server, waits, paths } = await world()
    const busy = { kind: 'status', at: 'graph', status: 429 } as const
    server.state.fault = { ...busy, retryAfter: '1' }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'throttled' })
    expect(waits).toEqual([1000, 1000])
    expect(paths().filter((path) => path !== 'token')).toHaveLength(3)
    server.state.fault = { ...busy, retryAfter: '3600' }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'throttled' })
    expect(waits).toHaveLength(2)
  })

  it('are asked for with a new token when the old one is refused, once', async () => {
    const { reader, server, paths } = await world()
    await reader.readGroups(person)
    server.revokeTokens()
    expect(await reader.readGroups(person)).toEqual(read)
    server.requests.length = 0
    server.state.fault = { kind: 'status', at: 'graph', status: 401 }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'refused' })
    expect(paths()).toEqual(['getMemberGroups', 'token', 'getMemberGroups'])
  })

  const ends = 'https://evil.example'
  const inGraph: { fault: GraphFault; reason: string }[] = [
    { fault: { kind: 'status', at: 'graph', status: 500 }, reason: 'unreachable' },
    { fault: { kind: 'status', at: 'graph', status: 400 }, reason: 'unreadable' },
    { fault: { kind: 'status', at: 'graph', status: 404 }, reason: 'unreadable' },
    { fault: { kind: 'status', at: 'graph', status: 204 }, reason: 'unreadable' },
    { fault: { kind: 'redirect', at: 'graph', to: ends }, reason: 'unreadable' },
    { fault: { kind: 'cut', at: 'graph' }, reason: 'unreachable' },
    { fault: { kind: 'endless', at: 'graph' }, reason: 'unreadable' },
    ...[
      '',
      '<html>',
      'null',
      '[]',
      '{}',
      value(null),
      value(GROUP),
      value([null]),
      value(['']),
      value([[GROUP]]),
      value([GROUP, 'Developers']),
    ].map((body) => ({
      fault: { kind: 'body', at: 'graph', body } as const,
      reason: 'unreadable',
    })),
    {
      fault: {
        kind: 'status',
        at: 'graph',
        status: 400,
        code: 'Directory_ResultSizeLimitExceeded',
      },
      reason: 'too_many',
    },
  ]
  const inToken: { fault: GraphFault; reason: string }[] = [
    { fault: { kind: 'status', at: 'token', status: 500 }, reason: 'throttled' },
    { fault: { kind: 'status', at: 'token', status: 404 }, reason: 'refused' },
    { fault: { kind: 'redirect', at: 'token', to: ends }, reason: 'unreadable' },
    { fault: { kind: 'cut', at: 'token' }, reason: 'unreachable' },
    { fault: { kind: 'endless', at: 'token' }, reason: 'unreadable' },
    ...['', '<html>', 'null', '[]', '{}', '{"access_token":7}', '{"access_token":"a\\nb"}'].map(
      (body) => ({ fault: { kind: 'body', at: 'token', body } as const, reason: 'unreadable' }),
    ),
  ]
  it.each([...inGraph, ...inToken])('are not known after $fault', async ({ fault, reason }) => {
    const { reader, server } = await world()
    server.state.fault = fault
    expect(await reader.readGroups(person)).toMatchObject({ outcome: 'unavailable', reason })
  })

  it.each(['graph', 'token'] as const)('are not known while the %s hangs', async (at) => {
    const { reader, server } = await world({ requestTimeoutMs: 200 })
    server.state.fault = { kind: 'hang', at }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'timeout' })
  })

  it('are not waited for longer than one person may take', async () => {
    const { reader, server } = await world({ readTimeoutMs: 1 })
    server.state.fault = { kind: 'hang', at: 'graph' }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'timeout' })
  })

  it('leave a busy token endpoint alone for a while', async () => {
    const { reader, server, paths } = await world()
    server.state.fault = { kind: 'status', at: 'token', status: 429, retryAfter: '60' }
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'throttled' })
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'throttled' })
    expect(paths()).toEqual(['token'])
  })

  it('are refused for a wrong secret, which no message tells', async () => {
    const { reader } = await world({}, 'planted-wrong-secret')
    const reading = await reader.readGroups(person)
    expect(reading).toMatchObject({ outcome: 'unavailable', reason: 'refused' })
    expect(JSON.stringify(reading)).not.toContain('planted')
  })

  it('are not known where nobody listens', async () => {
    const { reader } = await world()
    await close()
    close = async () => {}
    expect(await reader.readGroups(person)).toMatchObject({ reason: 'unreachable' })
  })

  it.each([
    'http://graph.example',
    'https://graph.example/v1.0',
    'graph.example',
    '',
    'https://a@b',
    'ftp://localhost',
  ])('are never asked for at %j', (graph) => {
    const client = { tenant: TENANT, clientId: 'berth', clientSecret: 'x' }
    const make = (origins: { graph: string; authority: string }) => () =>
      new GraphGroups({ ...client, ...origins })
    expect(make({ graph, authority: 'https://login.example' })).toThrow(
      /^Not an (https address|origin): /,
    )
    expect(make({ graph: 'https://graph.example', authority: graph })).toThrow(
      /^Not an (https address|origin): /,
    )
  })
})
