// Since when a tenant's alert rules are looked at without a pause: while nobody looks, clusters may not reach Berth either.

/** When they were last looked at, and since when without a pause. */
export type Looks = { readonly lookedAt: Date; readonly steadySince: Date }

/** After a longer pause, clusters get as much time to be heard of again before any is called silent. */
const PAUSE_MS = 5 * 60_000
/** A look is written down only where the last one that was is so long ago: most looks write nothing. */
const NOTED_EVERY_MS = 60_000

/** The looks with one more. Null: until now there was no rule that asked, and the time that clusters get is over. */
export function lookedAgain(looks: Looks | null, now: Date): Looks {
  if (looks === null) return { lookedAt: now, steadySince: new Date(now.getTime() - PAUSE_MS) }
  const { lookedAt, steadySince } = looks
  const pauseMs = now.getTime() - lookedAt.getTime()
  if (pauseMs <= 0) return looks
  return { lookedAt: now, steadySince: pauseMs > PAUSE_MS ? now : steadySince }
}

/** Whether clusters had time to be heard of, so that those that weren't are silent. */
export function isSteady({ steadySince }: Looks, now: Date): boolean {
  return now.getTime() - steadySince.getTime() >= PAUSE_MS
}

/** Whether these looks are to be written down after those that were last. */
export function isWorthNoting(looks: Looks, noted: Looks | null): boolean {
  return noted === null || looks.lookedAt.getTime() - noted.lookedAt.getTime() >= NOTED_EVERY_MS
}
