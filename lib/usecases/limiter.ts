// What a process remembers of who made how many requests.

type Drawn = { left: number; readonly untilMs: number }

export type Limiter = {
  readonly drawn: Map<string, Drawn>
  readonly drawing: Map<string, Promise<void>>
  /** Until when the writes of a payer are refused, as too many of them were. */
  readonly refusedUntilMs: Map<string, number>
}

export function createLimiter(): Limiter {
  return { drawn: new Map(), drawing: new Map(), refusedUntilMs: new Map() }
}
