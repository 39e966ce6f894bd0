// Receives the reports of clusters one at a time for each cluster and a few for each tenant, tenants in turn, so that however
// many come, processors and connections are left for everybody else.
import { Refusal } from '../refusal.ts'
import { retrySoonS } from '../retry.ts'
import { type Lane, LineTooLong, WaitingLine } from '../turns.ts'

/** Each holds what it read in memory. How many of them have a connection is limited apart (`db/waiting-line.ts`). */
const AT_ONCE = { max: 10, perTenant: 8 }

export type ReportTurn = {
  /** Resolves when what was sent may be read and kept, until `end`; refuses with `busy` when that takes too long. */
  readonly take: () => Promise<void>
  readonly end: () => void
}

export class ReportTurns {
  readonly #line: WaitingLine
  /** Those that are sending. */
  readonly #clusters = new Set<string>()

  readonly #another: () => Refusal

  /** `another`: the refusal of a cluster that is sending one already. */
  constructor(line = new WaitingLine(AT_ONCE), another = inProgress) {
    this.#line = line
    this.#another = another
  }

  /** For what a cluster sends besides reports: one at a time too, in the same line. */
  besides(): ReportTurns {
    // Who writes metrics tries again for certain only where the fault isn't theirs.
    return new ReportTurns(
      this.#line,
      () => new Refusal('unavailable', IN_PROGRESS, { code: 'busy' }),
    )
  }

  /** Receives what takes a turn among the reports, and may come beside others of its cluster; refuses with `busy` as they do. */
  async inTurn<T>(tenant: number, receive: () => Promise<T>): Promise<T> {
    const lane = laneOf(tenant)
    await this.#line.take(lane).catch(busy)
    try {
      return await receive()
    } finally {
      this.#line.end(lane)
    }
  }

  /** Begins to receive a report, which must end; refuses a cluster that is sending another. Nothing is held while it comes. */
  begin(tenant: number, cluster: string): ReportTurn {
    const key = `${tenant} ${cluster}`
    if (this.#clusters.has(key)) throw this.#another()
    this.#clusters.add(key)
    const lane = laneOf(tenant)
    let hasTurn = false
    return {
      take: async () => {
        await this.#line.take(lane).catch(busy)
        hasTurn = true
      },
      end: () => {
        this.#clusters.delete(key)
        if (hasTurn) this.#line.end(lane)
      },
    }
  }
}

const IN_PROGRESS = 'What the cluster sent before is still being received.'

function laneOf(tenant: number): Lane {
  return { tenant, use: 'other' }
}

function inProgress(): Refusal {
  return new Refusal('too_many_requests', 'Another report of the cluster is being received.', {
    code: 'report_in_progress',
    members: { retryAfterSeconds: retrySoonS() },
  })
}

function busy(error: unknown): never {
  if (!(error instanceof LineTooLong)) throw error
  throw new Refusal('unavailable', 'Too many reports come just now; try again shortly.', {
    code: 'busy',
  })
}
