// The demo's sign-in: at its own issuer, unless another provider is configured.
import { type MountedIssuer, demoSettings, openDemoIssuer } from '#lib/demo/issuer.ts'
import { signsInAtDemo } from '#lib/demo/sign-in.ts'
import { answersThisMachineAlone, type Environment, readEnvironment } from '#lib/settings/env.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { authenticateToken } from '#lib/usecases/tokens/authenticate.ts'

/** The environment of a demo, in which a way to sign in is set. */
export function readDemoEnvironment(): Environment {
  const given = readEnvironment(process.env)
  const { entra, oidc } = given.identity
  if (entra === null && oidc === null) Object.assign(process.env, demoSettings(given))
  return readEnvironment(process.env)
}

/** How the server opens the demo's issuer; absent: people sign in elsewhere. */
export function demoIssuerOf(environment: Environment): {
  openIssuer?: () => Promise<MountedIssuer>
} {
  if (!signsInAtDemo(environment)) return {}
  const asksNobody = answersThisMachineAlone(environment)
  return { openIssuer: () => openDemoIssuer(environment, asksNobody ? null : mayChoose) }
}

/** Somebody who reaches the portal from elsewhere must hold a token that allows everything that any demo person may do. */
async function mayChoose(token: string): Promise<boolean> {
  const services = currentServices()
  const session = await authenticateToken(services, token.trim()).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return session?.actor.role === 'admin' && session.tenant.name === services.environment.tenantName
}
