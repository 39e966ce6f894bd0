import { createHash } from 'node:crypto'
import { findToken } from '#db/queries/tokens.ts'
import type { Actor } from '#lib/domain/actor.ts'
import { ownOrigin, type Session } from '../define.ts'
import type { Process } from '../process.ts'
import { Refusal } from '../refusal.ts'

/** `berth_` and 32 random bytes, so that secret scanners can recognise one. */
const TOKEN_FORM = /^berth_[A-Za-z0-9_-]{43}$/

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The session that a token opens. A text that can't be a token costs no query. */
export async function authenticateToken(process: Process, token: string): Promise<Session> {
  const found = TOKEN_FORM.test(token) ? await findToken(process.database, hashToken(token)) : null
  if (!found) {
    throw new Refusal('unauthenticated', 'The token is unknown, expired or revoked.', {
      code: 'token_invalid',
    })
  }
  const { tenant, ...grant } = found
  return { tenant, actor: actorOf(grant), origin: { ...ownOrigin, token: found.id }, notice: null }
}

type Grant = {
  readonly id: string
  readonly name: string
  readonly role: Actor['role'] & string
  readonly team: string | null
  readonly cluster: string | null
}

/** A token for a team or a cluster has no role beyond it. */
function actorOf({ id, name, role, team, cluster }: Grant): Actor {
  const teamRole = role === 'reader' ? 'reader' : 'contributor'
  return {
    kind: 'token',
    id,
    name,
    email: null,
    role: team === null && cluster === null ? role : null,
    teams: new Map(team === null ? [] : [[team, teamRole]]),
    cluster,
  }
}
