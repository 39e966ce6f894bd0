// Whose access tokens are accepted, and for which tenant here.
import type { Caller } from '#lib/adapters/identity/access-token-caller.ts'
import type { GroupReader } from '#lib/adapters/identity/group-reader.ts'
import type { RefusedToken } from '#lib/adapters/identity/token-problem.ts'
import type { Subject } from '#lib/domain/access/identity.ts'

export type AccessTokens = {
  readonly verify: (
    token: string,
  ) => Promise<{ readonly ok: true; readonly caller: Caller } | RefusedToken>
  /** The tenant here for a subject of an issuer; null: none. */
  readonly tenantOf: (subject: Subject) => string | null
  /** Reads the groups of a person whose token doesn't name them; null: not possible. */
  readonly groupsOf: (tid: string) => GroupReader | null
}
