import { describe, expect, it } from 'vitest'
import type { Team } from './team.ts'
import { normaliseGroupId } from './group-id.ts'
import { teamIssues } from './team-issues.ts'

const guid = '2f1c0d7e-8a4b-4c3d-9e5f-0123456789ab'
const LDAP = 'CN=Store Admins,OU=Groups,DC=example,DC=com'
const team: Team = {
  kind: 'team',
  name: 'ieb',
  description: '',
  groups: [{ id: guid, role: 'contributor' }],
  sourceRepos: ['https://git.example.com/ieb/app1.git'],
  clusterBoundary: null,
  network: 'namespace',
  kubectl: 'view',
  quota: null,
}

function found(changes: Partial<Team>): unknown {
  const issues = teamIssues({ ...team, ...changes }, { reservedNames: ['flux-*'] })
  return issues.map(({ path, code }) => [path, code])
}

function groupsOf(...ids: readonly string[]): Partial<Team> {
  return { groups: ids.map((id) => ({ id, role: 'reader' })) }
}

it('accepts a plain team', () => {
  expect(found({})).toEqual([])
})

it('reports every issue of a team, by the names of the API', () => {
  expect(
    found({
      name: 'flux-x',
      description: '\u0007',
      groups: [{ id: 'Platform "Admins"', role: 'reader' }],
      sourceRepos: ['https://h/*'],
      quota: new Map([['pods', '-1']]),
    }),
  ).toEqual([
    [['name'], 'name_reserved'],
    [['description'], 'control_char'],
    [['groups', 0, 'id'], 'group_format'],
    [['source_repos', 0], 'url_glob'],
    [['quota', 'pods'], 'quota_format'],
  ])
})

describe('groups', () => {
  it.each([
    [guid, guid],
    [guid.toUpperCase(), guid],
    [`{${guid}}`, guid],
    [`{${guid.toUpperCase()}}`, guid],
    ['platform:team-a/devs@example.com', 'platform:team-a/devs@example.com'],
    ['Developers', 'Developers'],
    ['Store Admins', 'Store Admins'],
    ["R&D (Sydney) + 'x' #1", "R&D (Sydney) + 'x' #1"],
    [LDAP, LDAP],
    ['CN=Store Admins, OU=Groups', 'CN=Store Admins, OU=Groups'],
    [String.raw`CN=Doe\, Jane,OU=People`, String.raw`CN=Doe\, Jane,OU=People`],
    ['cn=a+uid=b,dc=example', 'cn=a+uid=b,dc=example'],
    ['', null],
    [' a', null],
    ['a ', null],
    ['CN=a,OU=b ', null],
    ['{developers}', null],
    ['a,b', null],
    ['g1, g2', null],
    ['CN=a,b', null],
    ['CN=a,,OU=b', null],
    ['CN=a,OU=b,', null],
    ['CN=a"b,OU=c', null],
    ['"CN=a,OU=b"', null],
    ['a"b', null],
    ['CN=a,OU=b\n', null],
    ['CN=a,OU=b\ng, *, proj:x:contributor', null],
    ['a\tb', null],
    ['a\\', null],
    ['CN=a,OU=b\\', null],
    ['CN=a,OU=' + 'b'.repeat(256), null],
    ['*', null],
    ['a\n', null],
    ['é', null],
    ['a'.repeat(257), null],
  ])('are named by ids: %j is %j', (text, id) => {
    expect(normaliseGroupId(text)).toBe(id)
  })

  it.each(['system:authenticated', 'system:masters', 'system:serviceaccounts'])(
    'are never the group %s of Kubernetes itself',
    (id) => {
      expect(found(groupsOf(id))).toEqual([[['groups', 0, 'id'], 'group_reserved']])
    },
  )

  it.each(['role:readonly', 'role:admin', 'proj:payments:reader'])(
    'are never the name of a role of Argo CD, whose people would all be in it: %s',
    (id) => {
      expect(found(groupsOf(id))).toEqual([[['groups', 0, 'id'], 'group_reserved']])
    },
  )

  it('stand once each, in whatever spelling', () => {
    expect(found(groupsOf(guid, 'other', `{${guid.toUpperCase()}}`))).toEqual([
      [['groups', 2, 'id'], 'group_duplicate'],
    ])
  })

  it('are 100 at most', () => {
    const ids = Array.from({ length: 101 }, (_, index) => `group-${index}`)
    expect(found(groupsOf(...ids.slice(1)))).toEqual([])
    expect(found(groupsOf(...ids))).toEqual([[['groups'], 'too_many']])
  })
})

describe('quota', () => {
  it.each([
    ['requests.cpu', '500m'],
    ['limits.cpu', '2'],
    ['limits.memory', '1.5Gi'],
    ['requests.storage', '1e3'],
    ['ephemeral-storage', '.5G'],
    ['pods', '20'],
    ['count/deployments.apps', '0'],
    ['services.loadbalancers', '0'],
    ['gold.storageclass.storage.k8s.io/requests.storage', '500Gi'],
    ['requests.nvidia.com/gpu', '4'],
    ['hugepages-2Mi', '1Gi'],
    ['requests.nvidia.com/gpu', '500m'],
    ['attachable.kubernetes.io/volumes', '500m'],
    ['example.com/gpu', '4'],
    ['example.com/gpu', '+1.50e1'],
    ['example.com/gpu', '3000m'],
    ['example.com/gpu', '7Pi'],
    ['example.com/gpu', '0.5Ki'],
  ])('may hold %s: %s', (name, amount) => {
    expect(found({ quota: new Map([[name, amount]]) })).toEqual([])
  })

  it.each([
    ['requests.cpu', '-1'],
    ['requests.cpu', ''],
    ['requests.cpu', '1 Gi'],
    ['requests.cpu', '1gi'],
    ['requests.cpu', '1Gib'],
    ['requests.cpu', '.'],
    ['requests.cpu', '1e999'],
    ['pods', '1.5'],
    ['pods', '500m'],
    ['count/deployments.apps', '1.5'],
    ['cpus', '1'],
    ['requests.gpu', '1'],
    ['', '1'],
    ['a b/c', '1'],
    ['constructor', '1'],
    ['example.com/gpu', '500m'],
    ['example.com/gpu', '1.5'],
    ['example.com/gpu', '1n'],
    ['example.com/gpu', '1.1Gi'],
    ['example.com/gpu', '1e-1'],
    ['example.com/gpu', '92Pi'],
    ['gold.storageclass.storage.k8s.io/requests.storage', '.5'],
  ])('may not hold %s: %j', (name, amount) => {
    expect(found({ quota: new Map([[name, amount]]) })).toEqual([[['quota', name], 'quota_format']])
  })

  it('has 100 entries at most', () => {
    const entries = Array.from({ length: 101 }, (_, index) => [`count/x${index}`, '1'] as const)
    expect(found({ quota: new Map(entries.slice(1)) })).toEqual([])
    expect(found({ quota: new Map(entries) })).toEqual([[['quota'], 'too_many']])
  })
})
