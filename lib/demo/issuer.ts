// The demo's identity provider: a real one, part of the portal's own server, with the demo people as its accounts.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createIssuer } from '#lib/adapters/identity/testing/issuer.ts'
import type { Environment } from '#lib/settings/env.ts'
import { demoGroup } from './groups.ts'
import { demoPeople } from './people.ts'
import { demoIssuerUrl, ISSUER_PATH } from './sign-in.ts'

const CLIENT = 'berth-demo'
const DISCOVERY = `${ISSUER_PATH}/.well-known/openid-configuration`

type Place = Pick<Environment, 'port' | 'url'>

/** The settings with which a portal signs in at its demo's issuer, and knows its admins. */
export function demoSettings(place: Pick<Place, 'port'>): Readonly<Record<string, string>> {
  return {
    OIDC_ISSUER: demoIssuerUrl(place),
    OIDC_CLIENT_ID: CLIENT,
    OIDC_CLIENT_SECRET: randomBytes(32).toString('base64url'),
    OIDC_NAME: 'the demo',
    BERTH_ADMINS: `group:${demoGroup.admins}`,
  }
}

export type MountedIssuer = {
  readonly answers: (request: IncomingMessage) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** The issuer as a part of the portal's server. `mayChoose`: whether the sender of a token may choose an account. */
export async function openDemoIssuer(
  { port, url, identity }: Place & Pick<Environment, 'identity'>,
  mayChoose: ((token: string) => Promise<boolean>) | null,
): Promise<MountedIssuer> {
  const redirectUris = [`${url}/api/auth/callback/oidc`]
  const issuer = await createIssuer(demoIssuerUrl({ port }), {
    clients: [{ id: CLIENT, secret: identity.oidc?.clientSecret ?? '', redirectUris }],
    accounts: Object.fromEntries(
      demoPeople.map(({ id, name, email, groups }) => [id, { name, email, groups }]),
    ),
    api: { audience: 'berth', scope: 'berth' },
    takesHints: true,
    ...(mayChoose && { mayChoose }),
  })
  return {
    answers: ({ url = '' }) => url.startsWith(`${ISSUER_PATH}/`),
    handle: async (request, response) => {
      if (request.url === DISCOVERY) answerDiscovery({ port, url }, response)
      else await issuer.handle(request, response)
    },
  }
}

/** People are redirected to the address that they use for the portal; the portal itself asks locally. */
function answerDiscovery(place: Place, response: ServerResponse): void {
  const own = demoIssuerUrl(place)
  const body = {
    issuer: own,
    authorization_endpoint: `${place.url}${ISSUER_PATH}/auth`,
    token_endpoint: `${own}/token`,
    jwks_uri: `${own}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
