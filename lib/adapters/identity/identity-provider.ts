// What signing in needs of a provider: whom an ID token is about, and later, what the provider says of them by then.
import type { Memberships } from '#lib/domain/access/access.ts'

/** Who a person is, as the provider told it. */
export type ToldPerson = {
  /** As `subjectId` writes it. */
  readonly subject: string
  /** For people to read; grants nothing. */
  readonly name: string | null
  /** For people to read; grants nothing. */
  readonly email: string | null
}

export type IdTokenReading =
  | { readonly outcome: 'read'; readonly person: ToldPerson; readonly memberships: Memberships }
  /** Who it is can be read, and not what gives them rights: then nothing does, least of all what did at another time. */
  | { readonly outcome: 'unavailable'; readonly person: ToldPerson; readonly message: string }
  /** The provider's directory knows the person no more. */
  | { readonly outcome: 'gone'; readonly person: ToldPerson }
  /** `reason` is for the log: it holds no part of the token. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** In all cases but `gone`, `refreshToken` is what to ask with from now on. */
export type Rereading =
  | {
      readonly outcome: 'read'
      readonly person: ToldPerson
      readonly memberships: Memberships
      readonly refreshToken: string
    }
  /** The grant is over: the person must sign in again, if they still can. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'unavailable'; readonly message: string; readonly refreshToken: string }

export type IdentityProvider = {
  /** As in the addresses of signing in. */
  readonly id: string
  readonly kind: 'entra' | 'oidc'
  /** For people to read. */
  readonly name: string
  /** The tenant here whose people its people are. */
  readonly tenantName: string
  /** As its ID tokens name it, exactly. */
  readonly issuer: string
  readonly discoveryUrl: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scopes: readonly string[]
  /** Whether a subject is one that this provider gives out. */
  readonly gives: (subject: string) => boolean
  /** `nonce`: what the token must hold, from the sign-in that it came of. */
  readonly readIdToken: (idToken: string, nonce: string) => Promise<IdTokenReading>
  /** Asks what the provider says now of whomever the refresh token was given for. Within half a minute. */
  readonly reread: (refreshToken: string) => Promise<Rereading>
}
