// What signing in needs of a provider: who an ID token is about, and what the provider says of that person later.
import type { Memberships } from '#lib/domain/access/access.ts'

/** Who a person is, according to the provider. */
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
  /** The person is known, but not what gives them rights: then they have none, and earlier ones don't count. */
  | { readonly outcome: 'unavailable'; readonly person: ToldPerson; readonly message: string }
  /** The provider's directory no longer knows the person. */
  | { readonly outcome: 'gone'; readonly person: ToldPerson }
  /** `reason` is for the log: it holds no part of the token. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** In all cases but `gone`, `refreshToken` is the one to use from now on. */
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
  /** Exactly as in its ID tokens. */
  readonly issuer: string
  readonly discoveryUrl: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly scopes: readonly string[]
  /** Whether a subject is one that this provider gives out. */
  readonly gives: (subject: string) => boolean
  /** `nonce`: what the token must contain, from the sign-in that led to it. */
  readonly readIdToken: (idToken: string, nonce: string) => Promise<IdTokenReading>
  /** Asks what the provider says now of the person for whom the refresh token was issued. Takes at most half a minute. */
  readonly reread: (refreshToken: string) => Promise<Rereading>
}
