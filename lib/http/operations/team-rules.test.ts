// The rules for a team's applications and policies, whoever writes them and by which verb.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'

const ANY = { 'if-match': '*' }
const OTHERS = 'https://git.example.com/other/secret.git'
const appPath = '/applications/ieb/app1'

let api: TestApi
let ofTeam: string
let ofTenant: string
beforeAll(async () => {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'other', source_repos: [OTHERS] }),
    documentOf('team', { name: 'narrow', source_repos: ['https://git.example.com/narrow/app'] }),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('application', {
      ...application,
      namespace: 'narrow',
      repo_url: 'https://git.example.com/narrow/app',
    }),
  ]
  const answer = await api.call('/apply', { body: documents })
  expect(answer.status, answer.text).toBe(200)
  ofTeam = await api.token('contributor', { team: 'ieb' })
  ofTenant = await api.token('contributor')
})

type Fields = { readonly namespace?: string; readonly name?: string; readonly repo_url?: string }

/** An application that is written with some fields by each verb that can write one. */
const writes: Readonly<
  Record<string, (fields: Fields, token?: string) => ReturnType<TestApi['call']>>
> = {
  create: (fields, token) =>
    api.call('/applications?dryRun=true', {
      body: { ...application, name: 'fresh', ...fields },
      ...(token !== undefined && { token }),
    }),
  replace: ({ namespace = 'ieb', ...fields }, token) =>
    api.call(`/applications/${namespace}/app1?dryRun=true`, {
      method: 'PUT',
      body: { ...application, namespace, ...fields },
      headers: ANY,
      ...(token !== undefined && { token }),
    }),
  patch: ({ namespace = 'ieb', ...fields }, token) =>
    api.call(`/applications/${namespace}/app1?dryRun=true`, {
      method: 'PATCH',
      body: fields,
      headers: ANY,
      ...(token !== undefined && { token }),
    }),
  apply: (fields, token) =>
    api.call('/apply?dryRun=true', {
      body: [documentOf('application', { ...application, ...fields })],
      ...(token !== undefined && { token }),
    }),
}
const verbs = Object.keys(writes)

describe('a team with a list of repositories', () => {
  it.each(verbs)('is held to it by %s, by whoever writes', async (verb) => {
    const outside = { namespace: 'narrow', repo_url: 'https://git.example.com/narrow/app2' }
    for (const token of [undefined, ofTenant]) {
      const refused = await writes[verb]!(outside, token)
      expect([refused.status, refused.json.code]).toEqual([403, 'repo_not_entitled'])
      expect(refused.json.errors[0].pointer).toMatch(/\/repo_url$/)
    }
    for (const spelling of [
      'https://git.example.com/narrow/app',
      'https://GIT.example.com/narrow/app.git',
      'https://git.example.com/Narrow/App',
    ]) {
      const written = await writes[verb]!({ namespace: 'narrow', repo_url: spelling })
      expect(written.status, written.text).toBe(200)
    }
  })

  it.each(['git@git.example.com:narrow/app', 'https://git.example.com:443/narrow/app'])(
    'is not let in by %s, which Argo CD would refuse too',
    async (repo_url) => {
      const refused = await writes['create']!({ namespace: 'narrow', repo_url })
      expect(refused.json.code).toBe('repo_not_entitled')
    },
  )
})

describe('a team without a list', () => {
  const spellings = [
    OTHERS,
    'https://git.example.com/other/secret',
    'https://GIT.EXAMPLE.COM/Other/Secret.git',
    'https://git.example.com:443/other/secret',
    'git@git.example.com:other/secret.git',
    'ssh://git@git.example.com/other/secret',
    'ssh://git@git.example.com:22/other/secret.git',
  ]

  it.each(verbs)('takes any repository that no other team names, by %s', async (verb) => {
    const repo_url = 'https://git.example.com/somewhere/else.git'
    for (const token of [undefined, ofTenant, ofTeam]) {
      const written = await writes[verb]!({ repo_url }, token)
      expect(written.status, written.text).toBe(200)
    }
  })

  it.each(verbs.flatMap((verb) => spellings.map((url) => [verb, url] as const)))(
    'does not get another team’s repository by %s from a contributor as %s',
    async (verb, repo_url) => {
      for (const token of [ofTeam, ofTenant]) {
        const before = await countRows(api)
        const refused = await writes[verb]!({ repo_url }, token)
        expect([refused.status, refused.json.code]).toEqual([403, 'repo_not_entitled'])
        expect(refused.text).not.toContain('"other"')
        expect(await countRows(api)).toEqual(before)
      }
    },
  )

  it.each(verbs)('gets it from an admin, by %s', async (verb) => {
    const written = await writes[verb]!({ repo_url: OTHERS })
    expect(written.status, written.text).toBe(200)
  })

  it('keeps what an admin let in: contributors go on editing it', async () => {
    const own = await createTestApi()
    await own.call('/teams', { body: team })
    await own.call('/teams', { body: { name: 'other', source_repos: [OTHERS] } })
    await own.call('/applications', { body: { ...application, repo_url: OTHERS } })
    const token = await own.token('contributor', { team: 'ieb' })
    const patch = (body: object) =>
      own.call(appPath, { method: 'PATCH', body, headers: ANY, token })
    expect((await patch({ description: 'Edited' })).status).toBe(200)
    expect((await patch({ repo_url: 'https://git.example.com/free' })).status).toBe(200)
    expect((await patch({ repo_url: OTHERS })).json.code).toBe('repo_not_entitled')
  })

  it('keeps what it had when another team names it later', async () => {
    const own = await createTestApi()
    await own.call('/teams', { body: team })
    await own.call('/applications', { body: application })
    await own.call('/teams', { body: { name: 'late', source_repos: [application.repo_url] } })
    const token = await own.token('contributor', { team: 'ieb' })
    const call = { method: 'PATCH', body: { description: 'Edited' }, headers: ANY, token }
    expect((await own.call(appPath, call)).status).toBe(200)
    const another = { ...application, name: 'another' }
    const refused = await own.call('/applications', { body: another, token })
    expect(refused.json.code).toBe('repo_not_entitled')
  })
})

describe('a contributor of a team', () => {
  const foreign: Readonly<Record<string, readonly [ReturnType<typeof documentOf>, number]>> = {
    'an application of another team': [
      documentOf('application', { ...application, namespace: 'other' }),
      404,
    ],
    'a policy of another team': [
      documentOf('target-policy', { ...policy, name: 'theirs', namespace: 'other' }),
      404,
    ],
    'a policy of the platform': [documentOf('target-policy', { ...policy, name: 'of-all' }), 403],
    'a cluster': [documentOf('cluster', { ...cluster, name: 'fresh' }), 403],
    'a team': [documentOf('team', { name: 'fresh' }), 404],
    'the own team': [documentOf('team', { ...team, description: 'Mine' }), 403],
  }

  it.each(Object.keys(foreign))('applies nothing beside %s, wherever it stands', async (what) => {
    const [document, status] = foreign[what]!
    const before = await countRows(api)
    const others = ['a', 'b', 'c'].map((name) =>
      documentOf('application', { ...application, name: `beside-${name}` }),
    )
    for (let at = 0; at <= others.length; at += 1) {
      const body = others.toSpliced(at, 0, document)
      const answer = await api.call('/apply', { body, token: ofTeam })
      expect(answer.status, answer.text).toBe(status)
      const dry = await api.call('/apply?dryRun=true', { body, token: ofTeam })
      expect(dry.status, dry.text).toBe(status)
    }
    expect(await countRows(api)).toEqual(before)
  })

  it('gives no application away, and takes none', async () => {
    for (const [method, body] of [
      ['PATCH', { namespace: 'other' }],
      ['PUT', { ...application, namespace: 'other' }],
    ] as const) {
      for (const token of [ofTeam, ofTenant]) {
        const answer = await api.call(appPath, { method, body, headers: ANY, token })
        expect([403, 404, 422]).toContain(answer.status)
      }
      const theirs = await api.call('/applications/narrow/app1', {
        method,
        body: { ...body, namespace: 'ieb' },
        headers: ANY,
        token: ofTeam,
      })
      expect(theirs.status).toBe(404)
    }
    expect((await api.call(appPath)).json.namespace).toBe('ieb')
  })

  it('gives no policy away, and takes none', async () => {
    const mine = { ...policy, name: 'mine', namespace: 'ieb' }
    await api.call('/target-policies', { body: mine })
    await api.call('/target-policies', { body: { ...policy, name: 'foreign', namespace: 'other' } })
    await api.call('/target-policies', { body: { ...policy, name: 'common' } })
    const put = async (name: string, namespace: string | undefined) =>
      (
        await api.call(`/target-policies/${name}`, {
          method: 'PUT',
          body: { ...policy, name, ...(namespace !== undefined && { namespace }) },
          headers: ANY,
          token: ofTeam,
        })
      ).status
    expect(await put('mine', 'other')).toBe(404)
    expect(await put('mine', undefined)).toBe(403)
    expect(await put('foreign', 'ieb')).toBe(404)
    expect(await put('common', 'ieb')).toBe(403)
    expect(await put('mine', 'ieb')).toBe(200)
  })
})

describe('reserved labels', () => {
  const reserved = [
    'argocd.argoproj.io/sync-options',
    'x.argocd.argoproj.io/y',
    'pod-security.kubernetes.io/enforce',
    'berth.dev/team',
    'a.berth.dev/b',
  ]
  it.each(reserved)('%s is refused on applications and clusters, from everybody', async (key) => {
    const metadata = { [key]: 'x' }
    const byEach = [undefined, ofTenant, ofTeam].map((token) => ({
      ...(token !== undefined && { token }),
    }))
    for (const who of byEach) {
      const app = { ...application, name: 'labelled', metadata }
      const answers = [
        await api.call('/applications', { body: app, ...who }),
        await api.call(appPath, { method: 'PATCH', body: { metadata }, headers: ANY, ...who }),
        await api.call(appPath, {
          method: 'PUT',
          body: { ...application, metadata },
          headers: ANY,
          ...who,
        }),
        await api.call('/apply', { body: [documentOf('application', app)], ...who }),
        await api.call('/clusters', { body: { name: 'labelled', metadata }, ...who }),
        await api.call('/apply', {
          body: [documentOf('cluster', { name: 'labelled', metadata })],
          ...who,
        }),
      ]
      for (const { status, json } of answers) {
        expect([status, json.code]).toEqual([422, 'label_reserved'])
      }
    }
  })
})

describe('the boundary of a team', () => {
  const east = { ...cluster, name: 'east-1', metadata: { region: 'east' } }
  const west = { ...cluster, name: 'west-1', metadata: { region: 'west' } }
  const everywhere = { name: 'everywhere', app_selector: '*', cluster_selector: '*' }

  async function bounded(clusters: number) {
    const own = await createTestApi()
    const many = Array.from({ length: clusters }, (_, index) =>
      documentOf('cluster', { ...west, name: `west-${index + 2}` }),
    )
    const answer = await own.call('/apply', {
      body: [
        documentOf('team', { ...team, cluster_boundary: { region: 'east' } }),
        documentOf('cluster', east),
        documentOf('cluster', west),
        ...many,
        documentOf('application', application),
        documentOf('target-policy', everywhere),
        documentOf('target-policy', { ...everywhere, name: 'own', namespace: 'ieb' }),
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    return own
  }

  it('holds against every policy, the platform’s included, and the explanation says so', async () => {
    const own = await bounded(0)
    const { items } = (await own.call('/placements')).json
    expect(items.map(({ cluster: at }: { cluster: string }) => at)).toEqual(['east-1'])
    expect((await own.call('/placements/ieb/app1/west-1')).json).toMatchObject({
      placed: false,
      boundary: { selector: 'region=east', holds: false, terms: [{ label: 'west', holds: false }] },
      givenBy: ['everywhere', 'own'],
    })
  })

  it('narrowed takes placements away: the impact shows each, and the guard counts them', async () => {
    const own = await bounded(25)
    const patch = (query: string, boundary: unknown) =>
      own.call(`/teams/ieb${query}`, {
        method: 'PATCH',
        body: { cluster_boundary: boundary },
        headers: ANY,
      })
    const widened = await patch('', null)
    expect(widened.status, widened.text).toBe(200)
    expect((await own.call('/placements')).json.total).toBe(27)
    const dry = await patch('?dryRun=true', { region: 'east' })
    expect(dry.json).toMatchObject({
      placements: { added: 0, removed: 26, kept: 1 },
      confirmRemovals: 26,
    })
    expect(dry.json.items).toHaveLength(26)
    expect(dry.json.items[0]).toMatchObject({ effect: 'removed', namespace: 'ieb' })
    const refused = await patch('', { region: 'east' })
    expect([refused.status, refused.json.code]).toEqual([409, 'removals_need_confirmation'])
    expect((await patch('?confirmRemovals=26', { region: 'east' })).status).toBe(200)
    expect((await own.call('/placements')).json.total).toBe(1)
  })

  it('is for admins to set', async () => {
    for (const token of [ofTeam, ofTenant]) {
      const body = { cluster_boundary: null }
      const answer = await api.call('/teams/ieb', { method: 'PATCH', body, headers: ANY, token })
      expect(answer.status).toBe(403)
    }
  })
})

const reader = (id: string) => ({ id, role: 'reader' })
const createGrouped = (groups: readonly unknown[]) =>
  api.call('/teams?dryRun=true', { body: { name: 'grouped', groups } })

describe('the groups of a team', () => {
  const GROUP = '6F1F9F0E-0000-4000-8000-00000000000A'

  it.each([
    // case | id | code
    ['two in one', 'Platform, Store', 'group_format'],
    ['what ends a line of rights', 'a"\ng, b', 'group_format'],
    ['half a GUID in braces', '{6f1f9f0e}', 'group_format'],
    ['everybody of Kubernetes', 'system:authenticated', 'group_reserved'],
    ['service accounts of Kubernetes', 'system:serviceaccounts', 'group_reserved'],
    ['masters of Kubernetes', 'system:masters', 'group_reserved'],
    ['everybody of an Argo CD role', 'role:readonly', 'group_reserved'],
    ['an Argo CD project', 'proj:ieb:contributor', 'group_reserved'],
    ['nothing', '', 'group_format'],
  ])('are never %s', async (_, id, code) => {
    const answer = await createGrouped([reader(id)])
    expect([answer.status, answer.json.code]).toEqual([422, code])
  })

  it('are kept in one form, so that one group is one', async () => {
    const own = await createTestApi()
    await own.call('/teams', { body: { name: 'grouped', groups: [reader(`{${GROUP}}`)] } })
    expect((await own.call('/teams/grouped')).json.groups).toEqual([reader(GROUP.toLowerCase())])
    const twice = await createGrouped([reader(GROUP), reader(`{${GROUP.toLowerCase()}}`)])
    expect(twice.json.code).toBe('group_duplicate')
  })

  it('may be a directory’s, which the manifests of the team name as they are', async () => {
    const own = await createTestApi()
    const ldap = 'CN=Store Admins,OU=Groups,DC=example,DC=com'
    await own.call('/teams', { body: { name: 'grouped', groups: [reader(ldap)] } })
    expect((await own.call('/teams/grouped')).json.groups).toEqual([reader(ldap)])
    const query = new URLSearchParams({ group: ldap })
    expect((await own.call(`/access?${query}`)).json.teams).toEqual([
      expect.objectContaining({ team: 'grouped' }),
    ])
    const asked = await own.call('/apply?dryRun=true&include=diff', {
      body: [
        documentOf('cluster', { name: 'one' }),
        documentOf('application', { ...application, namespace: 'grouped', metadata: {} }),
        documentOf('target-policy', { ...policy, app_selector: '*', cluster_selector: '*' }),
      ],
    })
    const patches: { path: string; patch: string }[] = asked.json.diff
    const textOf = (end: string) => patches.find(({ path }) => path.endsWith(end))?.patch ?? ''
    expect(textOf('grouped/rolebinding-view.yaml')).toContain(`name: "${ldap}"`)
    expect(textOf('grouped/project.yaml')).toContain(String.raw`- "\"${ldap}\""`)
  })

  it('are a hundred at most', async () => {
    const groups = Array.from({ length: 500 }, (_, index) => reader(`group-${index}`))
    const answer = await createGrouped(groups)
    expect([answer.status, answer.json.code]).toEqual([422, 'too_many'])
  })
})

describe('a team that is made again under its name', () => {
  it('has nothing of the one before: no token, no policy, no group, no placement', async () => {
    const own = await createTestApi()
    const groups = [{ id: 'old-group', role: 'contributor' }]
    await own.call('/teams', { body: { ...team, groups, kubectl: 'edit' } })
    await own.call('/clusters', { body: cluster })
    await own.call('/applications', { body: application })
    await own.call('/target-policies', { body: { ...policy, name: 'own', namespace: 'ieb' } })
    const token = await own.token('contributor', { team: 'ieb' })
    expect((await own.call('/applications', { token })).json.total).toBe(1)
    for (const path of [appPath, '/target-policies/own', '/teams/ieb']) {
      const gone = await own.call(path, { method: 'DELETE', headers: ANY })
      expect(gone.status, gone.text).toBe(204)
    }
    expect((await own.call('/teams', { body: team })).json.code).toBe('name_held')
    const freed = await own.call('/teams?freeName=true', { body: team })
    expect(freed.status, freed.text).toBe(201)
    expect(freed.json).toMatchObject({ groups: [], kubectl: 'view' })
    const left = await own.call('/applications', { token })
    expect([401, 404]).toContain(left.status)
    const write = await own.call('/applications', { body: application, token })
    expect([401, 404]).toContain(write.status)
    expect((await own.call('/applications')).json.total).toBe(0)
    expect((await own.call('/target-policies')).json.total).toBe(0)
    expect((await own.call('/placements')).json.total).toBe(0)
  })

  it('can’t be freed by whoever isn’t an admin', async () => {
    const own = await createTestApi()
    await own.call('/teams', { body: team })
    await own.call('/teams/ieb', { method: 'DELETE', headers: ANY })
    for (const role of ['contributor', 'reader'] as const) {
      const token = await own.token(role)
      expect((await own.call('/teams?freeName=true', { body: team, token })).status).toBe(403)
    }
  })
})
