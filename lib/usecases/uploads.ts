// What bodies of requests may cost while they come: time.

export type Pace = {
  /** How long a body may take whatever its length. */
  readonly graceMs: number
  /** What has come earns more time, at this rate. */
  readonly bytesPerSecond: number
}

/** As slow as a bad line. */
export const BODY_PACE: Pace = { graceMs: 10_000, bytesPerSecond: 16 * 1024 }

/** By when a body of which so many bytes are there must have ended or gone on, counted from its begin. */
export function deadlineMs({ graceMs, bytesPerSecond }: Pace, bytes: number): number {
  return graceMs + (bytes / bytesPerSecond) * 1000
}
