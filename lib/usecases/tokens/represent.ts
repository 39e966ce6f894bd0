import type { TokenRow } from '#db/queries/token-lists.ts'
import type { Subject } from '../audit/subject.ts'

export const tokenSubject: Subject = { kind: 'token', namedBy: ['name'] }

/** A token as it is answered and audited, without anything that could open a session. */
export function tokenJson(row: TokenRow) {
  const { id, name, role, team, cluster, scheduler, state } = row
  return {
    id,
    name,
    role,
    team,
    cluster,
    scheduler,
    state,
    created_by: { id: row.createdBy, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }
}
