// Whose access tokens are taken, and for which tenant here: made of the settings alone.
import type { Caller } from '#lib/adapters/identity/access-token-caller.ts'
import { AccessTokenVerifier } from '#lib/adapters/identity/access-token.ts'
import { GraphGroups, type GraphLimits } from '#lib/adapters/identity/graph.ts'
import { PatientGroups } from '#lib/adapters/identity/patient-groups.ts'
import type { GroupReader } from '#lib/adapters/identity/group-reader.ts'
import type { RefusedToken } from '#lib/adapters/identity/token-problem.ts'
import {
  entraIssuer,
  oidcIssuer,
  type TrustedIssuer,
} from '#lib/adapters/identity/trusted-issuer.ts'
import type { Subject } from '#lib/domain/identity.ts'
import type { Environment } from '#lib/env.ts'

/** Whoever sends a token waits for it. */
const GRAPH_LIMITS: GraphLimits = {
  requestTimeoutMs: 5_000,
  readTimeoutMs: 10_000,
  attempts: 2,
  waitMaxMs: 2_000,
}

export type AccessTokens = {
  readonly verify: (
    token: string,
  ) => Promise<{ readonly ok: true; readonly caller: Caller } | RefusedToken>
  /** The tenant here of whomever an issuer speaks of; null: none. */
  readonly tenantOf: (subject: Subject) => string | null
  /** What tells the groups of a person whose token doesn't; null: nothing can. */
  readonly groupsOf: (tid: string) => GroupReader | null
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
