// Who acts, as everything behind the door sees them: an identity, and its rights in one tenant.
import type { TeamRole } from '#lib/domain/objects/objects.ts'

export type TenantRole = 'admin' | 'contributor' | 'reader'

export type Actor = {
  readonly kind: 'person' | 'token' | 'system'
  /** Stable within its kind; never a name or an address that can be given to somebody else. */
  readonly id: string
  /** For people to read. */
  readonly name: string
  readonly email: string | null
  /** The role in the whole tenant; null: only what `teams` and `cluster` grant. */
  readonly role: TenantRole | null
  readonly teams: ReadonlyMap<string, TeamRole>
  /** Their groups, as the identity provider says them; a token has its maker's. */
  readonly groups: readonly string[]
  /** The one cluster that a cluster's token speaks for. */
  readonly cluster: string | null
  /** Whether it is the secret of a registration token, by which clusters register themselves. */
  readonly registers: boolean
  /** The one team whose versions it may announce, where it may do nothing else. */
  readonly announces: string | null
  /** The one scheduler whose decisions and scores it may write, where it may do nothing else. */
  readonly schedules: string | null
  /** Whether it is the host of the tenant's repository, which tells what happened there and may do nothing else. */
  readonly tellsOfRepository: boolean
}

/** Whether two actors have the same rights. */
export function reachesAlike(a: Actor, b: Actor): boolean {
  return (
    a.role === b.role &&
    a.cluster === b.cluster &&
    a.registers === b.registers &&
    a.announces === b.announces &&
    a.schedules === b.schedules &&
    a.tellsOfRepository === b.tellsOfRepository &&
    a.teams.size === b.teams.size &&
    [...a.teams].every(([team, role]) => b.teams.get(team) === role)
  )
}

/** The name of whoever decides as a scheduler, whatever token they have. */
export function nameOfScheduler(scheduler: string): string {
  return `scheduler:${scheduler}`
}

/** Names a principal across kinds; idempotency keys and the removal budget are counted by it. */
export function principalOf(actor: Actor): string {
  return `${actor.kind}:${actor.id}`
}
