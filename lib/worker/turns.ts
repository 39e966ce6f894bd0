// Which branches are worked on next. Each tenant with work has a place of its own, so that none waits for another's remote;
// branches that failed get only the places that the others leave.
import type { TenantIdentity } from '#lib/usecases/session.ts'

export type BranchTurn = {
  readonly tenant: TenantIdentity
  readonly branch: string
  readonly key: string
  /** Whether its last pass failed. */
  readonly isRetry: boolean
  /** When it was last started, so that each gets its turn. */
  readonly begun: number
}

type Place = Pick<BranchTurn, 'tenant' | 'key' | 'isRetry'>

/** How many branches are worked on at once. Waiting for a remote takes one child process and no connection. */
export const PLACES = {
  /** Of one tenant. */
  tenant: 4,
  /** For one tenant's branches that failed, so that its others keep the rest. */
  tenantRetries: 1,
  /** For all tenants together, beyond each one's first. */
  shared: 28,
  /** For all tenants' branches that failed. */
  retries: 96,
  all: 256,
} as const

/**
 * Which of the due branches start now, besides those that run: the tenants with the fewest running first, for one tenant
 * those that didn't fail, and among these the one that has waited longest.
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

  /** Whether there was a place for it; if so, it has taken it. */
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
