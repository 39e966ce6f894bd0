// Whose turn it is. Each tenant that has work has a place of its own, so that none waits for another's remote; a branch that
// failed takes only what those that didn't leave.
import type { TenantIdentity } from '#lib/usecases/session.ts'

export type BranchTurn = {
  readonly tenant: TenantIdentity
  readonly branch: string
  readonly key: string
  /** Whether its last pass failed. */
  readonly isRetry: boolean
  /** When it was last begun, so that all come to their turn. */
  readonly begun: number
}

type Place = Pick<BranchTurn, 'tenant' | 'key' | 'isRetry'>

/** How many branches are worked on at once. Whoever waits for a remote holds one child process and no connection. */
export const PLACES = {
  /** Of one tenant. */
  tenant: 4,
  /** Of one tenant, among those that failed: the others then still have theirs. */
  tenantRetries: 1,
  /** Over all tenants, beyond each one's first. */
  shared: 28,
  /** Over all tenants, among those that failed. */
  retries: 96,
  all: 256,
} as const

/**
 * Which of the branches that are due begin now, beside those that run: the tenants with the least under way first, of one
 * tenant those that didn't fail, and of these whoever waited longest.
 */
export function nextTurns(due: readonly BranchTurn[], running: Iterable<Place>): BranchTurn[] {
  const places = new Places(running)
  const waiting = due.toSorted(
    (one, other) => Number(one.isRetry) - Number(other.isRetry) || one.begun - other.begun,
  )
  const begin: BranchTurn[] = []
  for (let round = 0; round < PLACES.tenant; round++) {
    for (const turn of waiting) {
      if (places.ofTenant(turn) === round && places.take(turn)) begin.push(turn)
    }
  }
  return begin
}

class Places {
  readonly #taken = new Set<string>()
  readonly #byTenant = new Map<number, number>()
  readonly #retriesByTenant = new Map<number, number>()
  #shared = 0
  #retries = 0

  constructor(running: Iterable<Place>) {
    for (const place of running) this.#add(place)
  }

  ofTenant({ tenant }: Place): number {
    return this.#byTenant.get(tenant.id) ?? 0
  }

  /** Whether there was a place for it; then it has it. */
  take(place: Place): boolean {
    if (this.#taken.has(place.key) || this.#taken.size >= PLACES.all) return false
    const has = this.ofTenant(place)
    if (has >= PLACES.tenant || (has > 0 && this.#shared >= PLACES.shared)) return false
    if (place.isRetry && !this.#mayRetry(place)) return false
    this.#add(place)
    return true
  }

  #mayRetry({ tenant }: Place): boolean {
    const has = this.#retriesByTenant.get(tenant.id) ?? 0
    return has < PLACES.tenantRetries && this.#retries < PLACES.retries
  }

  #add(place: Place): void {
    const { tenant, key, isRetry } = place
    this.#taken.add(key)
    const has = this.ofTenant(place)
    if (has > 0) this.#shared++
    this.#byTenant.set(tenant.id, has + 1)
    if (!isRetry) return
    this.#retries++
    this.#retriesByTenant.set(tenant.id, (this.#retriesByTenant.get(tenant.id) ?? 0) + 1)
  }
}
