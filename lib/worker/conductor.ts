// Takes rollouts a step further that are due: because time passed, because what a wave changed is in Git, or because somebody
// did something. And starts those that environments take by themselves, releases applications where what they waited for is
// there, and ends holds whose time is over. Every process may: each step is a transaction that does nothing if another one was first.
import { inTenant } from '#db/client.ts'
import {
  type AutoCandidate,
  readDueCandidates,
  tenantsWithDueCandidates,
} from '#db/queries/auto-candidates.ts'
import { readDueDependents, tenantsWithDueDependents } from '#db/queries/dependents.ts'
import {
  type DueRollout,
  readDueRollouts,
  tenantsWithDueRollouts,
} from '#db/queries/due-rollouts.ts'
import { type DueHold, readDueHolds, tenantsWithDueHolds } from '#db/queries/holds.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import { releaseMet } from '#lib/usecases/dependencies/release-met.ts'
import { endHold } from '#lib/usecases/holds/end.ts'
import { advanceRollout, type StepInput } from '#lib/usecases/rollouts/advance.ts'
import { promoteVersion } from '#lib/usecases/rollouts/promote.ts'
import { lookAhead } from '#lib/usecases/rollouts/look-ahead.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { atMost } from './at-most.ts'
import { Failures } from './failures.ts'
import { waitedTooLong, withLockPatience } from './lock-patience.ts'
import type { ReportWorld } from './run-reports.ts'

/**
 * A turn of a tenant is over after so many steps of each kind, each of which holds up its edits no longer than an edit does. If
 * more is due, another turn follows, after those of other tenants.
 */
const STEPS_IN_A_TURN = 50
/** Each takes a connection, beside publishing. */
const TENANTS_AT_ONCE = 2

type World = Pick<ReportWorld, 'services' | 'tenants'>

/** Of one tenant, what failed lately. */
type Failed = {
  readonly rollouts: Failures<number>
  readonly candidates: Failures<AutoCandidate>
  /** By the id of the application. */
  readonly dependents: Failures<number>
  /** By the id of the release. */
  readonly holds: Failures<number>
}

/** What was looked at in turns that followed one another, of each kind. */
type Looked = {
  readonly rollouts: readonly number[]
  readonly candidates: readonly AutoCandidate[]
  readonly dependents: readonly number[]
  readonly holds: readonly number[]
}

const NOTHING_LOOKED_AT: Looked = { rollouts: [], candidates: [], dependents: [], holds: [] }

export class Conductor {
  readonly #services: Services
  readonly #tenants: World['tenants']
  readonly #turns = new Map<number, Promise<void>>()
  readonly #turning = atMost(TENANTS_AT_ONCE)
  readonly #failed = new Map<number, Failed>()
  /** The tenants in which a turn ended because somebody held what it needed. */
  readonly #held = new Failures<number>()

  /** Whoever holds a tenant for longer than it waits ends that tenant’s turn, and keeps no other tenant waiting. */
  constructor({ services, tenants }: World) {
    this.#services = withLockPatience(services)
    this.#tenants = tenants
  }

  /** Gives each tenant a turn that has something due, and doesn't wait for it. */
  async look(): Promise<void> {
    const { database, log } = this.#services
    try {
      const due = new Set([
        ...(await tenantsWithDueRollouts(database)),
        ...(await tenantsWithDueCandidates(database)),
        ...(await tenantsWithDueDependents(database)),
        ...(await tenantsWithDueHolds(database)),
      ])
      if (due.size === 0) return
      const held = new Set(this.#held.resting(Date.now()))
      for (const tenant of await this.#tenants()) {
        const { id } = tenant
        if (due.has(id) && !held.has(id) && !this.#turns.has(id)) this.#begin(tenant)
      }
    } catch (error) {
      log.warn({ err: error }, 'rollouts wait for the database')
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#turns.values())
  }

  #begin(tenant: TenantIdentity): void {
    const turns = this.#takeTurns(tenant).finally(() => this.#turns.delete(tenant.id))
    this.#turns.set(tenant.id, turns)
  }

  /** Looks at nothing twice, so that it ends whatever comes of a look. */
  async #takeTurns(tenant: TenantIdentity): Promise<void> {
    let looked: Looked | null = NOTHING_LOOKED_AT
    while (looked !== null) {
      const before: Looked = looked
      looked = await this.#turning(() => this.#turn(tenant, before))
    }
  }

  /** Null: nothing more is due. */
  async #turn(tenant: TenantIdentity, looked: Looked): Promise<Looked | null> {
    const failed = this.#failed.get(tenant.id) ?? {
      rollouts: new Failures<number>(),
      candidates: new Failures<AutoCandidate>(),
      dependents: new Failures<number>(),
      holds: new Failures<number>(),
    }
    this.#failed.set(tenant.id, failed)
    const now = Date.now()
    try {
      const rollouts = await this.#read(tenant, (scope) =>
        readDueRollouts(scope, STEPS_IN_A_TURN, [
          ...failed.rollouts.resting(now),
          ...looked.rollouts,
        ]),
      )
      await this.#advanceAll(tenant, rollouts, failed.rollouts)
      const candidates = await this.#read(tenant, (scope) =>
        readDueCandidates(scope, STEPS_IN_A_TURN, [
          ...failed.candidates.resting(now),
          ...looked.candidates,
        ]),
      )
      for (const candidate of candidates) await this.#promote(tenant, candidate, failed.candidates)
      const dependents = await this.#read(tenant, (scope) =>
        readDueDependents(scope, STEPS_IN_A_TURN, [
          ...failed.dependents.resting(now),
          ...looked.dependents,
        ]),
      )
      for (const dependent of dependents) await this.#release(tenant, dependent, failed.dependents)
      const holds = await this.#read(tenant, (scope) =>
        readDueHolds(scope, STEPS_IN_A_TURN, [...failed.holds.resting(now), ...looked.holds]),
      )
      for (const hold of holds) await this.#end(tenant, hold, failed.holds)
      this.#held.forget(tenant.id)
      const isOver = [rollouts, candidates, dependents, holds].every(
        ({ length }) => length < STEPS_IN_A_TURN,
      )
      if (isOver) return null
      return {
        rollouts: [...looked.rollouts, ...rollouts.map(({ id }) => id)],
        candidates: [...looked.candidates, ...candidates],
        dependents: [...looked.dependents, ...dependents],
        holds: [...looked.holds, ...holds.map(({ id }) => id)],
      }
    } catch (error) {
      if (waitedTooLong(error)) this.#held.add(tenant.id, Date.now())
      const told = { err: error, tenant: tenant.name }
      this.#services.log.warn(told, 'a turn of rollouts ends early')
      return null
    }
  }

  #read<Row>(tenant: TenantIdentity, ask: (scope: TenantScope) => Promise<Row[]>): Promise<Row[]> {
    const { database } = this.#services
    return inTenant(database, tenant.id, (tx) => ask({ tx, tenant: tenant.id }), { readOnly: true })
  }

  /** Looks at the small ones together. What much is to be read of, that is read right before its step, so that it still holds. */
  async #advanceAll(
    tenant: TenantIdentity,
    rollouts: readonly DueRollout[],
    failed: Failures<number>,
  ): Promise<void> {
    const small = await this.#lookAhead(
      tenant,
      rollouts.filter(({ isLarge }) => !isLarge),
    )
    for (const rollout of rollouts) {
      const ahead = rollout.isLarge ? await this.#lookAhead(tenant, [rollout]) : small
      const { isPutOff = false, seen = null } = ahead.get(rollout.id) ?? {}
      if (!isPutOff) await this.#advance(tenant, { ...rollout, seen }, failed)
    }
  }

  /** Where a look fails, steps see by themselves, so that what is wrong with one hurts it alone. */
  async #lookAhead(
    tenant: TenantIdentity,
    rollouts: readonly DueRollout[],
  ): ReturnType<typeof lookAhead> {
    if (rollouts.length === 0) return new Map()
    try {
      return await lookAhead(this.#services, tenant, rollouts)
    } catch (error) {
      if (waitedTooLong(error)) throw error
      this.#services.log.warn(
        { err: error, tenant: tenant.name },
        'rollouts were not looked at ahead',
      )
      return new Map()
    }
  }

  async #advance(
    tenant: TenantIdentity,
    { id, seq, seen }: StepInput,
    failed: Failures<number>,
  ): Promise<void> {
    const told = { tenant: tenant.name, rollout: id }
    const attempt = { of: id, failed, told, otherwise: 'a rollout stands still' }
    const done = await this.#attempt(attempt, (services) =>
      advanceRollout(services, tenant, { id, seq, seen }),
    )
    this.#tellChange(done, told, 'a wave is released')
  }

  async #promote(
    tenant: TenantIdentity,
    candidate: AutoCandidate,
    failed: Failures<AutoCandidate>,
  ): Promise<void> {
    const told = { tenant: tenant.name, ...candidate }
    const attempt = { of: candidate, failed, told, otherwise: 'no rollout starts by itself' }
    const done = await this.#attempt(attempt, (services) =>
      promoteVersion(services, tenant, candidate),
    )
    const rollout = done?.rollout ?? null
    if (rollout === null) return
    this.#services.log.info({ tenant: tenant.name, rollout }, 'a rollout starts by itself')
  }

  async #release(
    tenant: TenantIdentity,
    application: number,
    failed: Failures<number>,
  ): Promise<void> {
    const told = { tenant: tenant.name, application }
    const attempt = { of: application, failed, told, otherwise: 'an application waits on' }
    const done = await this.#attempt(attempt, (services) =>
      releaseMet(services, tenant, application),
    )
    this.#tellChange(done, told, 'an application is released where it waited')
  }

  async #end(tenant: TenantIdentity, hold: DueHold, failed: Failures<number>): Promise<void> {
    const told = { tenant: tenant.name, application: hold.application }
    const attempt = { of: hold.id, failed, told, otherwise: 'a hold does not end' }
    const done = await this.#attempt(attempt, (services) => endHold(services, tenant, hold))
    this.#tellChange(done, told, 'a hold is over')
  }

  /** Null: it failed, and rests. Throws if it waited too long for others: so would every further step of its tenant. */
  async #attempt<Of, Outcome>(
    { of, failed, told, otherwise }: Attempt<Of>,
    step: (services: Services) => Promise<Outcome>,
  ): Promise<Outcome | null> {
    try {
      const outcome = await step(this.#services)
      passFailPoint('C4')
      failed.forget(of)
      return outcome
    } catch (error) {
      if (waitedTooLong(error)) throw error
      this.#services.log.error({ err: error, ...told }, otherwise)
      failed.add(of, Date.now())
      return null
    }
  }

  #tellChange(done: { readonly change: number | null } | null, told: object, words: string): void {
    const change = done?.change ?? null
    if (change !== null) this.#services.log.info({ ...told, change }, words)
  }
}

type Attempt<Of> = {
  readonly of: Of
  readonly failed: Failures<Of>
  /** What the log says of it. */
  readonly told: object
  /** What is so if it fails. */
  readonly otherwise: string
}
