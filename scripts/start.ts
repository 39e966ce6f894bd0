import { type Environment, EnvironmentInvalid, readEnvironment } from '#lib/env.ts'
import { explain } from './explain.ts'

Object.assign(process.env, { NODE_ENV: 'production' })
try {
  const environment = readEnvironment(process.env)
  requireSignIn(environment)
  // Next.js takes its time to load, and a mistake in the settings is told without it.
  const { serve } = await import('./server.ts')
  await serve(environment, { dev: false })
  console.log(`Berth answers at ${environment.url}`)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

/** A portal that nobody could sign in to is a mistake in its settings. */
function requireSignIn({ identity: { entra, oidc } }: Environment): void {
  if (entra !== null || oidc !== null) return
  throw new EnvironmentInvalid([
    'ENTRA_TENANTS: no sign-in is configured. Set it with ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET for Microsoft Entra ID, or OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for another OpenID Connect provider.',
  ])
}
