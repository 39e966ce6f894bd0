// The publisher's loop: it finds the branches that changes wait for and works on a few of each tenant at a time,
// independently, so that one that hangs or fails delays no other.
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant, type Transaction } from '#db/client.ts'
import { keepListening, listen, type Listener } from '#db/listener.ts'
import { branchesWithWork, tenantsWithWork } from '#db/queries/publishing.ts'
import { PUBLICATIONS_CHANNEL } from '#db/queries/publications.ts'
import { LIVE_CHANNEL } from '#lib/usecases/live/announcement.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { analyzeGrown } from './analyze-grown.ts'
import { SchedulerAsker } from './ask-schedulers.ts'
import type { PublishOutcome } from './branch-pass.ts'
import { Conductor } from './conductor.ts'
import { countHours } from './count-hours.ts'
import { watchReports } from './follow-reports.ts'
import { inspect } from './inspect.ts'
import { maintain } from './maintenance.ts'
import { afterFailure, afterRepeat, afterTurn, FRESH, type Patience } from './patience.ts'
import { publishBranch } from './publish-branch.ts'
import { ReportTurns } from './report-turns.ts'
import type { ReportWorld } from './run-reports.ts'
import { DeliverySender } from './send-deliveries.ts'
import { type BranchTurn, nextTurns } from './turns.ts'
import { ALERT_RULES, Watch } from './watch.ts'
import { watchCompleted } from './watch-completed.ts'
import { watchRollouts } from './watch-rollouts.ts'
import { branchKey, type PublisherWorld } from './world.ts'

const POLL_MS = 1_000
/** How often to look for tenants whose branches are due for inspection, and how often each tenant's are due. */
const LOOK_MS = 2_000
const INSPECTION_MS = 5 * 60_000
const STOPPED_INSPECTION_MS = 30_000
/** A tenant whose remote hangs occupies one of them until the timeout. */
const INSPECTIONS_AT_ONCE = 8
const MAINTENANCE_MS = 5 * 60_000
/** How often to look whether an hour is over, and how soon for the first time. */
const COUNTING_MS = 60_000
const FIRST_COUNTING_MS = 10_000
/** How often to look for tenants in which something happened. */
const WATCH_MS = 1_000
/** How often to look for rollouts that are due. */
const CONDUCTING_MS = 1_000
/** How often to look for schedulers that are to be asked. */
const ASKING_MS = 1_000
/** How often to look for reports that are due or asked for. */
const REPORTS_MS = 5_000
/** How often to look whether tables grew so much that reading them takes other plans. */
const ANALYZING_MS = 2_000
/** How often to look whether there is anything to deliver. */
const SENDING_MS = 5_000
const STOP_PATIENCE_MS = 5_000
/** After a pass that ended so, nobody is shown anything else of the branch. */
const CHANGED_NOTHING: readonly PublishOutcome['outcome'][] = ['idle', 'busy', 'waiting', 'held']

/** Publishes until the signal; then it finishes or gives up its work within five seconds. */
export async function runPublisher(
  world: PublisherWorld & ReportWorld,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const alarm = new Alarm()
  const publisher = new Publisher(world, alarm)
  signal.addEventListener('abort', () => alarm.ring())
  const { announcer } = world.services
  const follow = (listener: Listener | null) => {
    announcer.sendOver(listener)
    // For saves from before anybody listened.
    alarm.ring()
  }
  // Without a connection, the loop still looks each second.
  const listening = keepListening(
    () => listen(databaseUrl, PUBLICATIONS_CHANNEL, () => alarm.ring()),
    follow,
    signal,
  )
  const watches = [
    new Watch(world, ALERT_RULES),
    watchReports(world),
    watchRollouts(world),
    watchCompleted(world),
  ]
  const hearing = keepListening(
    () =>
      listen(databaseUrl, LIVE_CHANNEL, (text) => {
        for (const watch of watches) watch.hear(text)
      }),
    () => {
      for (const watch of watches) watch.doubt()
    },
    signal,
  )
  const reports = new ReportTurns(world, signal, (task) => publisher.track(task))
  const sender = new DeliverySender(world, signal)
  const conductor = new Conductor(world)
  const asker = new SchedulerAsker(world, signal)
  const chores = [
    ...watches.map((watch) => new Chore(() => watch.look(), WATCH_MS, WATCH_MS)),
    new Chore(() => conductor.look(), CONDUCTING_MS, CONDUCTING_MS),
    new Chore(() => asker.look(), ASKING_MS, ASKING_MS),
    new Chore(() => maintain(world), MAINTENANCE_MS, MAINTENANCE_MS),
    new Chore(() => analyzeGrown(world), ANALYZING_MS, ANALYZING_MS),
    new Chore(() => countHours(world), COUNTING_MS, FIRST_COUNTING_MS),
    new Chore(() => reports.start(), REPORTS_MS, REPORTS_MS),
    new Chore(() => sender.look(), SENDING_MS, SENDING_MS),
  ]
  while (!signal.aborted) {
    await publisher.startWaiting()
    await publisher.startInspections()
    for (const chore of chores) if (chore.isDue()) publisher.track(chore.run())
    await alarm.rung(POLL_MS)
  }
  const ended = Promise.all([publisher.ended(), sender.ended(), conductor.ended(), asker.ended()])
  await Promise.race([ended, pause(STOP_PATIENCE_MS, null, { ref: false })])
  await listening
  await hearing
  await world.locks.close()
}

/** What is done again and again, each time so long after it was done. */
class Chore {
  readonly #work: () => Promise<void>
  readonly #everyMs: number
  /** Infinity: just now. */
  #nextAt: number

  constructor(work: () => Promise<void>, everyMs: number, firstMs: number) {
    this.#work = work
    this.#everyMs = everyMs
    this.#nextAt = Date.now() + firstMs
  }

  isDue(): boolean {
    return Date.now() > this.#nextAt
  }

  async run(): Promise<void> {
    this.#nextAt = Infinity
    await this.#work().finally(() => (this.#nextAt = Date.now() + this.#everyMs))
  }
}

/** Wakes whoever waits for it. A ring between two waits is not lost. */
class Alarm {
  #bell = Promise.withResolvers<void>()

  ring(): void {
    this.#bell.resolve()
  }

  async rung(patienceMs: number): Promise<void> {
    const timer = setTimeout(() => this.ring(), patienceMs)
    await this.#bell.promise
    clearTimeout(timer)
    this.#bell = Promise.withResolvers()
  }
}

class Publisher {
  readonly #world: PublisherWorld
  readonly #alarm: Alarm
  readonly #running = new Map<string, BranchTurn>()
  readonly #tasks = new Set<Promise<void>>()
  readonly #patience = new Map<string, Patience>()
  /** When a branch was last started, so that each gets its turn. */
  readonly #begun = new Map<string, number>()
  /** When a tenant's branches are to be inspected next. */
  readonly #inspectAt = new Map<number, number>()
  readonly #inspecting = new Set<number>()
  readonly #stopped = new Set<number>()
  /** Branches that moved; they get a pass even if nothing waits for them. */
  readonly #moved = new Map<string, Pick<BranchTurn, 'tenant' | 'branch'>>()
  #lookAt = 0
  #turn = 0
  #databaseIsGone = false

  constructor(world: PublisherWorld, alarm: Alarm) {
    this.#world = world
    this.#alarm = alarm
  }

  async startWaiting(): Promise<void> {
    const waiting = await this.#findWork()
    const now = Date.now()
    const due = waiting.filter(
      ({ key }) => !this.#running.has(key) && this.#of(key).notBefore <= now,
    )
    for (const turn of nextTurns(due, this.#running.values())) this.track(this.#work(turn))
  }

  track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#tasks.delete(tracked))
    this.#tasks.add(tracked)
  }

  async ended(): Promise<void> {
    await Promise.all(this.#tasks)
  }

  async #findWork(): Promise<BranchTurn[]> {
    const { services, tenants } = this.#world
    try {
      const waiting = await tenantsWithWork(services.database)
      const work: BranchTurn[] = []
      for (const tenant of waiting.size === 0 ? [] : await tenants()) {
        if (waiting.has(tenant.id)) work.push(...(await this.#workOf(tenant)))
      }
      const known = new Set(work.map(({ key }) => key))
      for (const [key, { tenant, branch }] of this.#moved) {
        if (!known.has(key)) work.push(this.#turnOf(tenant, branch))
      }
      this.#databaseIsGone = false
      return work
    } catch (error) {
      if (!this.#databaseIsGone)
        services.log.error({ err: error }, 'the publisher waits for the database')
      this.#databaseIsGone = true
      return []
    }
  }

  async #workOf(tenant: TenantIdentity): Promise<BranchTurn[]> {
    const { database } = this.#world.services
    const ask = (tx: Transaction) => branchesWithWork({ tx, tenant: tenant.id })
    const branches = await inTenant(database, tenant.id, ask, { readOnly: true })
    return branches.map((branch) => this.#turnOf(tenant, branch))
  }

  #turnOf(tenant: TenantIdentity, branch: string): BranchTurn {
    const key = branchKey(tenant, branch)
    const isRetry = this.#of(key).failures > 0
    return { tenant, branch, key, isRetry, begun: this.#begun.get(key) ?? 0 }
  }

  async startInspections(): Promise<void> {
    const now = Date.now()
    if (now < this.#lookAt || this.#databaseIsGone) return
    this.#lookAt = now + LOOK_MS
    const tenants = await this.#world.tenants().catch(() => [])
    for (const tenant of tenants) {
      if (this.#inspecting.size >= INSPECTIONS_AT_ONCE) return
      const isDue = (this.#inspectAt.get(tenant.id) ?? 0) <= now
      if (isDue && !this.#inspecting.has(tenant.id)) this.track(this.#inspect(tenant))
    }
  }

  async #inspect(tenant: TenantIdentity): Promise<void> {
    this.#inspecting.add(tenant.id)
    this.#inspectIn(tenant, INSPECTION_MS)
    try {
      const { moved, isStopped } = await inspect(this.#world, tenant)
      if (isStopped) this.#inspectIn(tenant, STOPPED_INSPECTION_MS)
      else this.#stopped.delete(tenant.id)
      for (const branch of moved) this.#moved.set(branchKey(tenant, branch), { tenant, branch })
      if (moved.length > 0) this.#alarm.ring()
    } catch (error) {
      this.#inspectIn(tenant, STOPPED_INSPECTION_MS)
      this.#world.services.log.warn({ err: error, tenant: tenant.name }, 'Git was not inspected')
    } finally {
      this.#inspecting.delete(tenant.id)
    }
  }

  #inspectIn({ id }: TenantIdentity, delayMs: number): void {
    this.#inspectAt.set(id, Date.now() + delayMs)
  }

  async #work(turn: BranchTurn): Promise<void> {
    const { tenant, branch, key } = turn
    this.#running.set(key, turn)
    this.#begun.set(key, ++this.#turn)
    try {
      const look = this.#moved.delete(key)
      const outcome = await publishBranch(this.#world, tenant, branch, { look })
      if (!CHANGED_NOTHING.includes(outcome.outcome)) {
        this.#world.services.announcer.say(tenant.id, 'publications', branch)
      }
      this.#follow(turn, outcome)
    } catch (error) {
      this.#world.services.log.error(
        { err: error, tenant: tenant.name, branch },
        'publishing failed',
      )
      this.#set(key, afterFailure(this.#of(key), Date.now(), Math.random()))
    } finally {
      this.#running.delete(key)
      this.#alarm.ring()
    }
  }

  #follow({ key, tenant }: BranchTurn, outcome: PublishOutcome): void {
    const patience = this.#of(key)
    const now = Date.now()
    switch (outcome.outcome) {
      case 'published':
      case 'proposed':
      case 'idle':
      case 'held':
        this.#patience.delete(key)
        break
      case 'again':
        this.#set(key, afterRepeat(patience, now, Math.random()))
        break
      case 'busy':
      case 'waiting':
        this.#set(key, afterTurn(patience, now))
        break
      case 'resting':
        this.#set(key, { ...patience, notBefore: now + outcome.forMs })
        break
      case 'stopped':
        // An inspection works out what an admin can decide.
        if (!this.#stopped.has(tenant.id)) this.#inspectIn(tenant, 0)
        this.#stopped.add(tenant.id)
        this.#set(key, afterFailure(patience, now, Math.random()))
        break
      case 'failed':
      case 'refused':
        this.#set(key, afterFailure(patience, now, Math.random()))
        break
    }
  }

  #of(key: string): Patience {
    return this.#patience.get(key) ?? FRESH
  }

  #set(key: string, patience: Patience): void {
    this.#patience.set(key, patience)
  }
}
