// What a process remembers about how many requests were made by whom.

type Drawn = { left: number; readonly untilMs: number }

export type Limiter = {
  readonly drawn: Map<string, Drawn>
  readonly drawing: Map<string, Promise<void>>
  /** Until when the writes of a payer are refused, because too many were. */
  readonly refusedUntilMs: Map<string, number>
}

export function createLimiter(): Limiter {
  return { drawn: new Map(), drawing: new Map(), refusedUntilMs: new Map() }
}
