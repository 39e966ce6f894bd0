// People of a provider in memory, with a clock that tests move.
import { FakeProvider } from '#lib/adapters/identity/fake-provider.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { createServices } from '#lib/start/boot.ts'
import { ownOrigin } from '../../session.ts'
import type { Services } from '../../services.ts'
import { beginSession } from '../../sessions/begin.ts'
import { openSession } from '../../sessions/open.ts'

export const adminGroup = 'admins'

export type FakeWorld = Awaited<ReturnType<typeof createFakeWorld>>

/** A tenant in which `adminGroup` makes an admin. */
export async function createFakeWorld() {
  const api = await createTestApi({ BERTH_ADMINS: `group:${adminGroup}` })
  const provider = new FakeProvider(api.tenant.name)
  const clock = { now: Date.now() }
  const environment = { ...api.services.environment, tenantName: api.tenant.name }
  const replica = (): Services => ({
    ...createServices(environment, api.database, api.services),
    identityProviders: [provider],
    clock: () => new Date(clock.now),
  })
  const services = replica()
  const subject = (name: string) => `oidc:${provider.issuer}#${name}`

  function put(name: string, groups: readonly string[], roles: readonly string[] = []): void {
    const id = subject(name)
    const person = { subject: id, name, email: null }
    provider.people.set(id, { ...person, memberships: { groups, roles } })
  }

  /** The secret of a new session. */
  async function signIn(name: string, options: { refreshToken?: string | null } = {}) {
    const { refreshToken = subject(name) } = options
    const reading = await provider.readIdToken(`${subject(name)} n`, 'n')
    if (reading.outcome === 'gone' || reading.outcome === 'refused')
      throw new Error(`${name} is not there`)
    return beginSession(services, { provider, reading, refreshToken, origin: ownOrigin })
  }

  /** The role and the notice of a session now; null: it is over. */
  async function look(secret: string, berth: Services = services) {
    const session = await openSession(berth, secret)
    return session && { role: session.actor.role, notice: session.notice }
  }

  return {
    ...api,
    services,
    provider,
    replica,
    subject,
    put,
    remove: (name: string) => void provider.people.delete(subject(name)),
    signIn,
    look,
    pass: (ms: number) => {
      clock.now += ms
    },
    /** Waits until the work in the background has ended. */
    settle: async (berth: Services = services) => {
      await Promise.allSettled(berth.rereadings.values())
    },
  }
}
