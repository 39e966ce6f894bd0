import { type Environment, EnvironmentInvalid, readEnvironment } from '#lib/settings/env.ts'
import { explain } from './explain.ts'

Object.assign(process.env, { NODE_ENV: 'production' })
try {
  const environment = readEnvironment(process.env)
  requireSignIn(environment)
  // Loaded late, because Next.js takes time to load, and mistakes in the settings can be reported without it.
  const { serve } = await import('#lib/http/server/serve.ts')
  await serve(environment, { dev: false })
  console.log(`Berth answers at ${environment.url}`)
  for (const line of signInNotes(environment)) console.log(line)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** What must be configured at the provider, and would otherwise be noticed only when somebody signs in. */
function signInNotes({ url, admins, identity: { entra, oidc } }: Environment): string[] {
  const ids = [...(entra?.tenants ?? []).map(({ tid }) => tid), ...(oidc === null ? [] : ['oidc'])]
  return [
    ...ids.map((id) => `Redirect URI to register: ${url}/api/auth/callback/${id}`),
    ...(admins.length === 0
      ? [
          'BERTH_ADMINS names nobody: the first admin then needs a token and POST /api/v1/role-grants.',
        ]
      : []),
  ]
}

/** If nobody could sign in to the portal, its settings are wrong. */
function requireSignIn({ identity: { entra, oidc } }: Environment): void {
  if (entra !== null || oidc !== null) return
  throw new EnvironmentInvalid([
    'ENTRA_TENANTS: no sign-in is configured. Set it with ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET for Microsoft Entra ID, or OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for another OpenID Connect provider.',
  ])
}
