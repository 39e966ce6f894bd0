// Asks sources of metrics: few at once for a tenant, the same question once however many ask it, and what is known again for a
// while. A source that doesn't answer is told as that, with what it said last.
import type { OpenSource } from '#lib/adapters/metrics/open-source.ts'
import type { SourceQuestion } from '#lib/adapters/metrics/source-call.ts'
import { linesOnGrid, type SourceLine } from '#lib/domain/observed/source-series.ts'
import { type Asker, PayerTurns } from '../payer-turns.ts'

export type SourceReading = {
  readonly times: readonly number[]
  readonly lines: readonly SourceLine[]
  readonly leftOut: number
  /** When the source said so; null: it never did. */
  readonly asOf: number | null
  /** Why it says nothing now, in a sentence; null: it does. */
  readonly failure: string | null
}

export type Asked = {
  /** Of the source in its present state, and the metric: other texts share nothing. */
  readonly source: string
  readonly metric: string
  readonly open: () => OpenSource
  readonly question: SourceQuestion
}

type Known = { readonly reading: SourceReading; readonly until: number }

const TURNS = { perPayer: 2, perTenant: 4, waiting: 40, patienceMs: 20_000 }
const KEPT_MAX = 200
const OPEN_MAX = 100
const FRESH_MS_MAX = 300_000
const FAILURE_MS = 10_000

export class SourceReads {
  readonly #now: () => number
  readonly #turns = new PayerTurns(TURNS)
  readonly #known = new Map<string, Known>()
  readonly #underWay = new Map<string, Promise<SourceReading>>()
  readonly #open = new Map<string, OpenSource>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Refuses with `busy` when too many of the tenant wait already. */
  async read(asker: Asker, asked: Asked): Promise<SourceReading> {
    const { step, times } = asked.question.grid
    const place = JSON.stringify([asked.source, asked.metric, step, times.length])
    const known = this.#known.get(place)
    const isSame = known?.reading.failure !== null || known.reading.times[0] === times[0]
    if (known && known.until > this.#now() && isSame) return known.reading
    const exactly = `${place} ${times[0]}`
    const underWay = this.#underWay.get(exactly) ?? this.#ask(asker, asked, place)
    this.#underWay.set(exactly, underWay)
    try {
      return await underWay
    } finally {
      this.#underWay.delete(exactly)
    }
  }

  async #ask(asker: Asker, asked: Asked, place: string): Promise<SourceReading> {
    const { grid } = asked.question
    const end = await this.#turns.take(asker)
    try {
      const answer = await this.#opened(asked)(asked.question)
      const now = this.#now()
      if (answer.outcome === 'failed') {
        const before = this.#known.get(place)?.reading ?? NOTHING
        const reading = { ...before, failure: answer.reason }
        keep(this.#known, place, { reading, until: now + FAILURE_MS }, KEPT_MAX)
        return reading
      }
      const lines = linesOnGrid(answer.lines, grid)
      const reading = { times: grid.times, ...lines, asOf: now, failure: null }
      const until = now + Math.min(grid.stepMs, FRESH_MS_MAX)
      keep(this.#known, place, { reading, until }, KEPT_MAX)
      return reading
    } finally {
      end()
    }
  }

  /** Kept for the token that it holds. */
  #opened({ source, open }: Asked): OpenSource {
    const opened = this.#open.get(source) ?? open()
    keep(this.#open, source, opened, OPEN_MAX)
    return opened
  }
}

const NOTHING: SourceReading = { times: [], lines: [], leftOut: 0, asOf: null, failure: null }

/** Forgets what was kept the longest ago when there is too much. */
function keep<V>(kept: Map<string, V>, key: string, value: V, max: number): void {
  kept.delete(key)
  kept.set(key, value)
  for (const [oldest] of kept) {
    if (kept.size <= max) return
    kept.delete(oldest)
  }
}
