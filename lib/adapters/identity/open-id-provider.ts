import { subjectId, type Identity } from '#lib/domain/access/identity.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { oidcClaimsReader, readEntraClaims } from '#lib/schemas/claims.ts'
import { Discovery, wellKnownUrl } from './discovery.ts'
import { GraphGroups, type GraphLimits } from './graph.ts'
import { requireGuid, unavailable, type GroupReader, type GroupReading } from './group-reader.ts'
import { judgeIdToken } from './id-token.ts'
import type { IdentityProvider, IdTokenReading, Rereading } from './identity-provider.ts'
import { MESSAGES, refreshTokens } from './token-refresh.ts'

/** Together with the other requests of one reading, within half a minute. */
const GRAPH_LIMITS: GraphLimits = {
  requestTimeoutMs: 5_000,
  readTimeoutMs: 10_000,
  attempts: 2,
  waitMaxMs: 2_000,
}

type Common = Pick<IdentityProvider, 'id' | 'name' | 'tenantName' | 'client' | 'scopes'>

type Parts = Common & {
  readonly kind: IdentityProvider['kind']
  readonly issuer: string
  readonly tid: string | null
  readonly readClaims: (claims: unknown) => Checked<Identity>
  readonly groups: GroupReader | null
  /** What all its subjects begin with. */
  readonly subjects: string
  readonly now: () => number
}

/** One tenant of Microsoft Entra ID. Throws when it is no GUID, or an address isn't https. */
export function entraProvider(
  settings: Omit<Common, 'scopes' | 'id'> & {
    readonly tid: string
    readonly authority: string
    readonly graphUrl: string
  },
  now: () => number = Date.now,
): IdentityProvider {
  const { authority, graphUrl, name, tenantName, client } = settings
  const tid = requireGuid(settings.tid)
  const graph = {
    tenant: tid,
    clientId: client.id,
    clientSecret: client.secret,
    authority,
    graph: graphUrl,
  }
  return providerOf({
    name,
    tenantName,
    client,
    tid,
    now,
    id: tid,
    kind: 'entra',
    issuer: `${authority}/${tid}/v2.0`,
    // The last one is needed to get a refresh token.
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    readClaims: readEntraClaims,
    groups: new GraphGroups(graph, GRAPH_LIMITS),
    subjects: `entra:${tid}:`,
  })
}

/** Another OpenID Connect provider. Throws when its address isn't https. */
export function oidcProvider(
  settings: Common & { readonly issuer: string; readonly groupsClaim: string },
  now: () => number = Date.now,
): IdentityProvider {
  const { groupsClaim, ...common } = settings
  return providerOf({
    ...common,
    kind: 'oidc',
    tid: null,
    readClaims: oidcClaimsReader(groupsClaim),
    groups: null,
    subjects: `oidc:${settings.issuer}#`,
    now,
  })
}

function providerOf(parts: Parts): IdentityProvider {
  const { id, kind, name, tenantName, issuer, client, scopes, subjects, now } = parts
  const discovery = new Discovery(issuer, now)
  return {
    id,
    kind,
    name,
    tenantName,
    issuer,
    discoveryUrl: wellKnownUrl(issuer),
    client,
    scopes,
    gives: (subject) => subject.startsWith(subjects),
    readIdToken: async (idToken, nonce) => readIdToken(parts, discovery, idToken, nonce),
    reread: async (refreshToken) => reread(parts, discovery, refreshToken),
  }
}

async function readIdToken(
  parts: Parts,
  discovery: Discovery,
  idToken: string,
  nonce: string | null,
): Promise<IdTokenReading> {
  const endpoints = await discovery.find()
  if (endpoints === null) return { outcome: 'refused', reason: 'discovery' }
  const { issuer, client, tid, now } = parts
  const expected = { issuer, clientId: client.id, tid, nonce }
  const judged = await judgeIdToken(idToken, expected, endpoints.keys, now())
  if (!judged.ok) return { outcome: 'refused', reason: judged.problem }
  const identity = parts.readClaims(judged.claims)
  if (!identity.ok) return { outcome: 'refused', reason: 'claims' }
  const { subject, name, email, roles } = identity.value
  const person = { subject: subjectId(subject), name, email }
  const groups = await groupsOf(parts.groups, identity.value)
  if (groups.outcome === 'unavailable') {
    if (groups.reason === 'absent') return { outcome: 'gone', person }
    return { outcome: 'unavailable', person, message: groups.message }
  }
  return { outcome: 'read', person, memberships: { groups: groups.ids, roles } }
}

async function groupsOf(
  reader: GroupReader | null,
  { subject, groups }: Identity,
): Promise<GroupReading> {
  if (groups.kind === 'known') return { outcome: 'read', ids: groups.ids }
  const isAskable = reader !== null && subject.provider === 'entra'
  return isAskable ? reader.readGroups(subject) : unavailable('unreadable')
}

async function reread(
  parts: Parts,
  discovery: Discovery,
  refreshToken: string,
): Promise<Rereading> {
  const endpoints = await discovery.find()
  if (endpoints === null) {
    return { outcome: 'unavailable', message: MESSAGES.unreachable, refreshToken }
  }
  const { client, kind } = parts
  // Microsoft names the person only if the scopes are repeated; others refuse scopes that they did not grant.
  const scopes = kind === 'entra' ? parts.scopes : null
  const refreshed = await refreshTokens(endpoints.tokenUrl, client, { refreshToken, scopes })
  if (refreshed.outcome === 'gone') return refreshed
  const { refreshToken: next } = refreshed
  const failed = (message: string): Rereading => ({
    outcome: 'unavailable',
    message,
    refreshToken: next,
  })
  if (refreshed.outcome === 'unavailable') return failed(MESSAGES[refreshed.reason])
  const reading = await readIdToken(parts, discovery, refreshed.idToken, null)
  if (reading.outcome === 'refused') return failed(MESSAGES.unreadable)
  if (reading.outcome === 'unavailable') return failed(reading.message)
  return reading.outcome === 'gone' ? { outcome: 'gone' } : { ...reading, refreshToken: next }
}
