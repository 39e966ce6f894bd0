// Creates, from the settings, what verifies access tokens and reads the groups of those who send them.
import { AccessTokenVerifier } from '#lib/adapters/identity/access-token.ts'
import { GraphGroups, type GraphLimits } from '#lib/adapters/identity/graph.ts'
import type { GroupReader } from '#lib/adapters/identity/group-reader.ts'
import { PatientGroups } from '#lib/adapters/identity/patient-groups.ts'
import {
  entraIssuer,
  oidcIssuer,
  type TrustedIssuer,
} from '#lib/adapters/identity/trusted-issuer.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { AccessTokens } from '#lib/usecases/tokens/access-tokens.ts'

/** Short, because the sender of a token waits for it. */
const GRAPH_LIMITS: GraphLimits = {
  requestTimeoutMs: 5_000,
  readTimeoutMs: 10_000,
  attempts: 2,
  waitMaxMs: 2_000,
}

/** `now` in milliseconds. */
export function openAccessTokens(
  { identity: { entra, oidc } }: Pick<Environment, 'identity'>,
  now: () => number,
): AccessTokens {
  const verifier = new AccessTokenVerifier([...entraIssuers(entra), ...oidcIssuers(oidc)], now)
  const tenants = new Map(entra?.tenants.map(({ tid, tenantName }) => [tid, tenantName]))
  const readers = new Map(entra?.tenants.map(({ tid }) => [tid, graphOf(entra, tid, now)]))
  return {
    verify: (token) => verifier.verify(token),
    tenantOf: (subject) =>
      (subject.provider === 'entra' ? tenants.get(subject.tenant) : oidc?.tenantName) ?? null,
    groupsOf: (tid) => readers.get(tid) ?? null,
  }
}

type Identity = Environment['identity']

function entraIssuers(entra: Identity['entra']): TrustedIssuer[] {
  if (entra === null) return []
  const { apiAudience: audience, apiScope: scope, authority } = entra
  return entra.tenants.map(({ tid }) => entraIssuer({ tenant: tid, audience, scope, authority }))
}

function oidcIssuers(oidc: Identity['oidc']): TrustedIssuer[] {
  if (oidc === null || oidc.apiAudience === null) return []
  const { issuer, apiAudience: audience, apiScope: scope, groupsClaim } = oidc
  return [oidcIssuer({ issuer, audience, scope, groupsClaim, jwksUrl: null })]
}

function graphOf(
  entra: Identity['entra'] & object,
  tenant: string,
  now: () => number,
): GroupReader {
  const { clientId, clientSecret, authority, graphUrl: graph } = entra
  return new PatientGroups(
    new GraphGroups({ tenant, clientId, clientSecret, authority, graph }, GRAPH_LIMITS),
    now,
  )
}
