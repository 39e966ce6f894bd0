// Access tokens of an identity provider as bearer tokens of the API, through its real routes.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import { bumpAccessVersion } from '#db/queries/access.ts'
import { GraphGroups } from '#lib/adapters/identity/graph.ts'
import { operations } from '#lib/http/operations/operations.ts'
import {
  nowSeconds,
  personToken,
  programToken,
  wrongTokens,
} from '#lib/http/testing/access-tokens.ts'
import {
  adminGroup,
  createIdentityWorld,
  type IdentityWorld,
} from '#lib/http/testing/identity-world.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { answer } from './answer.ts'

const STALE_S = 11 * 60
const teamGroup = '9a000000-0000-4000-8000-000000000003'

let world: IdentityWorld
let berth: Services
beforeAll(async () => {
  world = await createIdentityWorld({ accounts: {}, entra: true })
  // The tokens for Graph come from its stand-in, which isn't at the issuer's address.
  const { origin } = world.graph
  const client = { clientId: world.client.id, clientSecret: world.client.secret }
  const groups = new GraphGroups({ tenant: world.tid, ...client, authority: origin, graph: origin })
  const accessTokens = { ...world.services.accessTokens, groupsOf: () => groups }
  berth = { ...world.services, accessTokens }
  const teamGroups = [{ id: teamGroup, role: 'contributor' }]
  await world.call('/teams', { body: { name: 'ieb', groups: teamGroups } })
  await world.call('/teams', { body: { name: 'other' } })
  await inTenant(world.database, world.tenant.id, async (tx) => {
    const scope = { tx, tenant: world.tenant.id }
    await tx.execute(sql`
      insert into role_grants (tenant, source, value, role, created_by)
      values (${world.tenant.id}, 'role', 'Fleet.Reader', 'reader', 'test')`)
    await bumpAccessVersion(scope)
  })
})

/** What an operation answers to the bearer of a token. */
async function ask(token: string, id = 'listTeams', body?: unknown, services: Services = berth) {
  installServices(services)
  const operation = operations.find((row) => row.id === id)!
  const request = new Request(`https://berth.example.com/api/v1${operation.path}`, {
    method: operation.method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  const response = await answer(operation, request, {})
  const text = await response.text()
  const json: {
    code?: string
    items?: { name: string }[]
    id?: string
    token?: string
  } = JSON.parse(text)
  return { status: response.status, code: json.code, json, text }
}
const teamsOf = async (token: string) => (await ask(token)).json.items?.map(({ name }) => name)
const someone = () => ({ oid: randomUUID() })

describe('an access token', () => {
  it.each(wrongTokens)('with %s is refused as %s', async (_, code, make) => {
    const token = await make(world)
    const answer = await ask(token)
    expect(answer).toMatchObject({ status: 401, code })
    expect(answer.text).not.toContain(token.slice(-20))
  })

  it('of a person gives what their groups give, in their tenant alone', async () => {
    const ofTeam = await personToken(world, { ...someone(), groups: [teamGroup] })
    const ofAdmin = await personToken(world, { ...someone(), groups: [adminGroup] })
    const ofNobody = await personToken(world, { ...someone(), groups: [randomUUID()] })
    expect(await teamsOf(ofTeam)).toEqual(['ieb'])
    expect(await teamsOf(ofAdmin)).toEqual(['ieb', 'other'])
    expect(await ask(ofNobody)).toMatchObject({ status: 404 })
    expect(await ask(ofTeam, 'createTeam', { name: 'x' })).toMatchObject({ status: 404 })
  })

  it('of a program gives what its app roles give', async () => {
    const reader = await programToken(world, { roles: ['Fleet.Reader'] })
    expect(await teamsOf(reader)).toEqual(['ieb', 'other'])
    expect(await ask(reader, 'createTeam', { name: 'x' })).toMatchObject({ status: 403 })
    expect(await ask(reader, 'createToken', { name: 'x', role: 'reader' })).toMatchObject({
      status: 403,
      code: 'token_of_program',
    })
    expect(await ask(await programToken(world, { roles: ['Other'] }))).toMatchObject({
      status: 404,
    })
  })

  it('with 11,000 characters is taken', async () => {
    const groups = [adminGroup, ...Array.from({ length: 199 }, () => randomUUID())]
    const token = await personToken(world, { ...someone(), groups, pad: 'x'.repeat(1000) })
    expect(token.length).toBeGreaterThan(10_000)
    expect((await ask(token)).status).toBe(200)
  })

  it('that has no room for groups makes Berth ask Microsoft Graph', async () => {
    const { oid } = someone()
    world.graph.members.set(oid, [teamGroup])
    const token = await personToken(world, { oid, groups: undefined, hasgroups: true })
    expect(await teamsOf(token)).toEqual(['ieb'])
  })

  it('of ten minutes ago counts for as much as Microsoft Graph says now, without app roles', async () => {
    const { oid } = someone()
    world.graph.members.set(oid, [teamGroup])
    const old = { oid, iat: nowSeconds() - STALE_S, groups: [adminGroup], roles: ['Fleet.Reader'] }
    expect(await teamsOf(await personToken(world, old))).toEqual(['ieb'])
  })

  it('of ten minutes ago is stale where nobody can be asked', async () => {
    const old = { ...someone(), iat: nowSeconds() - STALE_S, groups: [adminGroup] }
    expect(await ask(await personToken(world, old))).toMatchObject({
      status: 401,
      code: 'token_stale',
    })
  })

  it('doesn’t bring back what a newer one no longer gives', async () => {
    const { oid } = someone()
    const older = await personToken(world, { oid, iat: nowSeconds() - 60, groups: [adminGroup] })
    expect((await ask(older)).status).toBe(200)
    await ask(await personToken(world, { oid, groups: [] }))
    expect((await ask(older)).status).toBe(404)
  })
})

/** Creates a token as an admin. */
const made = async (oid: string, fields: object) => {
  const maker = await personToken(world, { oid, iat: nowSeconds() - 60, groups: [adminGroup] })
  const { status, json } = await ask(maker, 'createToken', { name: 'CI', ...fields })
  expect(status).toBe(201)
  return json.token!
}

describe('a token that a person made', () => {
  it('loses at once what its maker loses', async () => {
    const { oid } = someone()
    const token = await made(oid, { role: 'admin' })
    expect(await teamsOf(token)).toEqual(['ieb', 'other'])
    await ask(await personToken(world, { oid, iat: nowSeconds() - 30, groups: [teamGroup] }))
    expect(await teamsOf(token)).toEqual(['ieb'])
    expect((await ask(token, 'createTeam', { name: 'x' })).status).toBe(404)
    await ask(await personToken(world, { oid, groups: [] }))
    expect((await ask(token)).status).toBe(404)
  })

  it('hands its maker’s limits on to what it makes', async () => {
    const { oid } = someone()
    const parent = await made(oid, { role: 'admin' })
    const { json } = await ask(parent, 'createToken', { name: 'child', role: 'admin' })
    expect((await ask(json.token!)).status).toBe(200)
    await ask(await personToken(world, { oid, groups: [] }))
    expect((await ask(json.token!)).status).toBe(404)
  })

  it('opens nothing once nobody vouches for its maker', async () => {
    const token = await made(someone().oid, { role: 'reader' })
    expect((await ask(token)).status).toBe(200)
    const later = new Date(Date.now() + STALE_S * 1000)
    const services = { ...berth, clock: () => later }
    expect(await ask(token, 'listTeams', undefined, services)).toMatchObject({
      status: 401,
      code: 'token_maker_gone',
    })
  })

  it('goes on without its maker where it is a cluster’s', async () => {
    await world.call('/clusters', { body: { name: 'far-1' } })
    const { oid } = someone()
    const token = await made(oid, { role: 'reader', cluster: 'far-1' })
    const services = { ...berth, clock: () => new Date(Date.now() + STALE_S * 1000) }
    await ask(await personToken(world, { oid, groups: [] }))
    const me = await ask(token, 'getMe', undefined, services)
    expect(me.status).toBe(200)
    expect(me.text).toContain('far-1')
  })
})
