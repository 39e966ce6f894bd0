import type { Memberships } from '#lib/domain/access/access.ts'
import type {
  IdentityProvider,
  IdTokenReading,
  Rereading,
  ToldPerson,
} from './identity-provider.ts'

type KnownPerson = ToldPerson & { readonly memberships: Memberships }

/** A provider in memory, for tests of the code that uses providers. Its tokens are the subjects of its people. */
export class FakeProvider implements IdentityProvider {
  readonly id = 'fake'
  readonly kind = 'oidc'
  readonly name = 'Fake'
  readonly issuer = 'https://id.example.com'
  readonly discoveryUrl = `${this.issuer}/.well-known/openid-configuration`
  readonly client = { id: 'berth', secret: 'secret' }
  readonly scopes = ['openid']
  readonly tenantName: string
  /** Each person by their subject. */
  readonly people = new Map<string, KnownPerson>()
  /** While set, what gives people rights can't be read. */
  failure: string | null = null
  /** Whether each reading gives a new refresh token and invalidates the one before. */
  rotates = false
  /** What each reading waits for. */
  gate: Promise<void> = Promise.resolve()
  readings = 0
  readonly #used = new Set<string>()

  constructor(tenantName: string) {
    this.tenantName = tenantName
  }

  gives(subject: string): boolean {
    return subject.startsWith(`oidc:${this.issuer}#`)
  }

  async readIdToken(idToken: string, nonce: string): Promise<IdTokenReading> {
    const [subject = '', given] = idToken.split(' ')
    if (given !== nonce) return { outcome: 'refused', reason: 'nonce' }
    const known = this.people.get(subject)
    if (known === undefined) {
      return { outcome: 'gone', person: { subject, name: null, email: null } }
    }
    const { memberships, ...person } = known
    if (this.failure !== null) return { outcome: 'unavailable', person, message: this.failure }
    return { outcome: 'read', person, memberships }
  }

  async reread(refreshToken: string): Promise<Rereading> {
    this.readings += 1
    await this.gate
    const [subject = '', use = '0'] = refreshToken.split(' ')
    const known = this.people.get(subject)
    if (known === undefined || this.#used.has(refreshToken)) return { outcome: 'gone' }
    if (this.failure !== null) {
      return { outcome: 'unavailable', message: this.failure, refreshToken }
    }
    if (this.rotates) this.#used.add(refreshToken)
    const next = this.rotates ? `${subject} ${Number(use) + 1}` : refreshToken
    const { memberships, ...person } = known
    return { outcome: 'read', person, memberships, refreshToken: next }
  }
}
