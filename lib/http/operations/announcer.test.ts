// Tokens that announce versions for a team, as people make them.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, team } from '#lib/http/testing/bodies.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'

const VERSIONS = '/applications/ieb/app1/versions'
const DEVELOPERS = { id: 'developers', role: 'contributor' }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi(signInSettings)
  await api.call('/teams', { body: { ...team, groups: [DEVELOPERS] } })
  await api.call('/applications', { body: application })
})

async function make(by: Call, over: object = {}) {
  const body = { name: 'CI', role: 'announcer', team: 'ieb', ...over }
  return api.call('/tokens', { body, ...by })
}

/** As somebody of these groups. */
async function person(...groups: string[]): Promise<Call> {
  const cookie = await signedInCookie(api.services, { name: 'Dev', groups })
  return { token: null, headers: { cookie, origin: 'https://berth.example.com' } }
}

const announce = (token: string, digit = 'a') =>
  api.call(VERSIONS, { body: { commit: digit.repeat(40) }, token })

const editTeam = (body: object) =>
  api.call('/teams/ieb', { method: 'PATCH', body, headers: { 'if-match': '*' } })

describe('an announcer', () => {
  it('announces versions of its team, and says who it is', async () => {
    const { json } = await make({})
    const answer = await announce(json.token)
    expect([answer.status, answer.json.announced_by]).toEqual([
      201,
      { kind: 'token', id: json.id, name: 'CI' },
    ])
    expect((await announce(json.token)).status).toBe(200)
    expect((await api.call(VERSIONS, { token: json.token })).json.total).toBe(1)
    expect((await api.call('/applications/ieb/app1', { token: json.token })).status).toBe(404)
    expect((await api.call('/tokens?q=CI')).json.items).toMatchObject([
      { role: 'announcer', team: 'ieb', state: 'active' },
    ])
  })

  it('announces as long as its maker is a contributor of the team', async () => {
    const { status, json } = await make(await person('developers'))
    expect(status).toBe(201)
    expect((await announce(json.token)).status).toBe(201)
    await editTeam({ groups: [{ ...DEVELOPERS, role: 'reader' }] })
    expect((await announce(json.token, 'b')).status).toBe(404)
    expect((await api.call(VERSIONS, { token: json.token })).status).toBe(404)
    await editTeam({ groups: [DEVELOPERS] })
    expect((await announce(json.token, 'b')).status).toBe(201)
  })

  it('is made by nobody who may not announce', async () => {
    await editTeam({ groups: [{ id: 'watchers', role: 'reader' }] })
    const asked = await make(await person('watchers'))
    expect([asked.status, asked.json.code]).toEqual([403, 'token_exceeds'])
    const { token } = (await make({})).json
    expect((await make({ token })).status).toBe(404)
  })

  it.each([{ team: null }, { team: null, cluster: 'east' }, { cluster: 'east' }])(
    'is of one team alone: not with %j',
    async (over) => {
      const { status, json } = await make({}, over)
      expect([status, json.errors[0]]).toMatchObject([422, { pointer: '/team', code: 'required' }])
    },
  )

  it('ends with its team', async () => {
    const { token } = (await make({})).json
    const remove = { method: 'DELETE', headers: { 'if-match': '*' } }
    await api.call('/applications/ieb/app1', remove)
    await api.call('/teams/ieb', remove)
    expect((await announce(token)).status).toBe(401)
  })
})
