import type { LastSeen } from '#lib/domain/observed/freshness.ts'

/** When a cluster was last heard of, from its status as the API answers it; null: never, or it isn't said. */
export function lastSeenOf({
  observed_at: at,
  interval_s: intervalS,
}: {
  readonly observed_at?: string | null
  readonly interval_s?: number | null
}): LastSeen | null {
  return at && intervalS ? { at: new Date(at), intervalS } : null
}

/** Until when a cluster isn't expected to report, from its status; null: it is. */
export function plannedUntilOf({
  planned_silence: planned,
}: {
  readonly planned_silence?: { readonly until: string } | null | undefined
}): Date | null {
  return planned ? new Date(planned.until) : null
}
