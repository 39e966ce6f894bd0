// The issuer that other tests sign in at does what Berth's own readers expect of a real one.
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { oidcClaimsReader, readEntraClaims } from '#lib/schemas/claims.ts'
import { AccessTokenVerifier } from './access-token.ts'
import { startIssuer, type TestIssuer } from './testing/issuer.ts'
import { signToken } from './testing/key-server.ts'
import { askForToken, discover, signIn } from './testing/sign-in.ts'
import { entraIssuer, oidcIssuer } from './trusted-issuer.ts'

const tid = '8f1c0000-0000-4000-8000-00000000000a'
const oid = '8f1c0000-0000-4000-8000-00000000000b'
const group = '9a000000-0000-4000-8000-000000000001'
const api = { audience: '5e000000-0000-4000-8000-00000000000c', scope: 'access_as_user' }
const portal = {
  id: 'portal',
  secret: 'portal-secret',
  redirectUris: ['http://127.0.0.1:9/callback'],
}
const robot = {
  id: '5e000000-0000-4000-8000-00000000000d',
  secret: 'robot-secret',
  redirectUris: ['http://127.0.0.1:9/robot'],
  claims: { tid, oid: '8f1c0000-0000-4000-8000-00000000000e', roles: ['Fleet.Reader'] },
}
const ada = {
  tid,
  oid,
  groups: [group],
  roles: ['Fleet.Admin'],
  name: 'Ada <b>',
  email: 'ada@example.com',
}
const overage = {
  tid,
  oid,
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.windows.net/x' } },
}

let close = async () => {}
afterEach(() => close())

async function start(options: { entraTenant?: string; falseName?: string }) {
  const issuer = await startIssuer({
    clients: [portal, robot],
    accounts: { ada, many: overage, nobody: {} },
    api,
    ...options,
  })
  close = issuer.close
  return issuer
}

async function idTokenOf(issuer: TestIssuer, account: string, scope = 'openid') {
  const flow = await signIn({ url: issuer.url, client: portal, account, scope })
  const { tokens } = await flow.redeem(flow.verifier)
  const { jwks_uri } = await discover(issuer.url)
  const keys = createRemoteJWKSet(new URL(jwks_uri))
  const expected = { issuer: issuer.url, audience: portal.id, algorithms: ['RS256'] }
  return { ...flow, tokens, verified: await jwtVerify(tokens['id_token'] ?? '', keys, expected) }
}

describe('the issuer', () => {
  it('signs people in by the authorization code flow with PKCE', async () => {
    const issuer = await start({})
    const { page, callback, state, nonce, verified } = await idTokenOf(issuer, 'ada')
    expect(page).toContain('<button name="account" value="ada">Ada &#60;b&#62;</button>')
    expect(callback.href.startsWith('http://127.0.0.1:9/callback?code=')).toBe(true)
    expect(callback.searchParams.get('state')).toBe(state)
    expect(verified.payload).toMatchObject({ sub: 'ada', nonce, groups: [group] })
    expect(oidcClaimsReader('groups')(verified.payload)).toMatchObject({
      value: {
        subject: { issuer: issuer.url, subject: 'ada' },
        groups: { kind: 'known', ids: [group] },
        email: 'ada@example.com',
      },
    })
  })

  it('gives nothing for a code without its verifier, or a second time', async () => {
    const { url } = await start({})
    const flow = await signIn({ url, client: portal, account: 'ada', scope: 'openid' })
    expect(await flow.redeem('x'.repeat(43))).toMatchObject({ status: 400 })
    const other = await signIn({ url, client: portal, account: 'ada', scope: 'openid' })
    expect(await other.redeem(other.verifier)).toMatchObject({ status: 200 })
    expect(await other.redeem(other.verifier)).toMatchObject({ status: 400 })
  })

  it('redirects nobody who chose no account', async () => {
    const { url } = await start({})
    const { callback } = await signIn({ url, client: portal, account: 'eve', scope: 'openid' })
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.has('code')).toBe(false)
  })

  it('says of people what a test last set', async () => {
    const issuer = await start({ entraTenant: tid })
    issuer.accounts.set('ada', { ...ada, groups: [] })
    const { verified } = await idTokenOf(issuer, 'ada')
    expect(readEntraClaims(verified.payload)).toMatchObject({ value: { groups: { ids: [] } } })
  })

  it('can call itself what it is not', async () => {
    const falseName = `https://login.microsoftonline.com/${tid}/v2.0`
    const issuer = await start({ entraTenant: tid, falseName })
    expect(await discover(issuer.url)).toMatchObject({ issuer: falseName })
    await expect(idTokenOf(issuer, 'ada')).rejects.toThrow('unexpected "iss" claim value')
  })
})

describe('the issuer as a tenant of Microsoft Entra ID', () => {
  it('has the addresses and the claims of one', async () => {
    const issuer = await start({ entraTenant: tid })
    expect(issuer.url).toMatch(new RegExp(`^http://127.0.0.1:[0-9]+/${tid}/v2.0$`))
    const { verified } = await idTokenOf(issuer, 'ada')
    expect(readEntraClaims(verified.payload)).toMatchObject({
      value: {
        subject: { tenant: tid, object: oid },
        groups: { kind: 'known', ids: [group] },
        roles: ['Fleet.Admin'],
      },
    })
  })

  it('says when groups do not fit', async () => {
    const { verified } = await idTokenOf(await start({ entraTenant: tid }), 'many')
    expect(readEntraClaims(verified.payload)).toMatchObject({
      value: { groups: { kind: 'overage' } },
    })
  })

  it('gives access tokens to people and to programs', async () => {
    const issuer = await start({ entraTenant: tid })
    const authority = new URL(issuer.url).origin
    const trusted = entraIssuer({ tenant: tid, authority, ...api })
    expect(trusted).toMatchObject({ issuer: issuer.url, jwksUrl: issuer.jwksUrl })
    const verifier = new AccessTokenVerifier([trusted])

    const { tokens } = await idTokenOf(issuer, 'ada', `openid ${api.scope}`)
    expect(await verifier.verify(tokens['access_token'] ?? '')).toMatchObject({
      ok: true,
      caller: { kind: 'person', identity: { groups: { ids: [group] } } },
    })
    expect(await verifier.verify(tokens['id_token'] ?? '')).toMatchObject({ ok: false })

    const { token_endpoint } = await discover(issuer.url)
    const form = { grant_type: 'client_credentials', scope: api.scope }
    const own = await askForToken(token_endpoint, robot, form)
    expect(await verifier.verify(own.tokens['access_token'] ?? '')).toMatchObject({
      ok: true,
      caller: { kind: 'service', identity: { roles: ['Fleet.Reader'] } },
    })
  })

  it('never has its ID tokens taken for access tokens, not even with the same audience', async () => {
    const issuer = await start({ entraTenant: tid })
    const authority = new URL(issuer.url).origin
    const sameAudience = { tenant: tid, authority, audience: portal.id, scope: api.scope }
    const { tokens } = await idTokenOf(issuer, 'ada')
    const idToken = tokens['id_token'] ?? ''
    const verifier = new AccessTokenVerifier([entraIssuer(sameAudience)])
    const header = { ...decodeProtectedHeader(idToken), typ: 'JWT' }
    const retyped = await signToken(issuer.key, header, decodeJwt(idToken))
    expect(await verifier.verify(retyped)).toMatchObject({ ok: false, code: 'token_kind' })
  })
})

it('another provider gives access tokens to people', async () => {
  const issuer = await start({})
  const { jwksUrl, url } = issuer
  const verifier = new AccessTokenVerifier([
    oidcIssuer({ issuer: url, jwksUrl, groupsClaim: 'groups', ...api }),
  ])
  const { tokens } = await idTokenOf(issuer, 'ada', `openid ${api.scope}`)
  expect(await verifier.verify(tokens['access_token'] ?? '')).toMatchObject({
    ok: true,
    caller: { kind: 'person', identity: { subject: { subject: 'ada' }, groups: { ids: [group] } } },
  })
})
