// Which deliveries of a tenant are sent next.

export type Candidate = {
  readonly subscription: number
  /** How often its receiver failed in a row. */
  readonly failures: number
  readonly dueAt: Date
}

/** How many of a tenant are sent at a time, and how many of them to receivers that failed the last time. */
const AT_ONCE = 8
const TO_FAILING = 4

/**
 * The candidates to send now, of which each subscription has one at most, beside what is already being sent: those whose
 * receivers failed the least come first, and those that fail never take all places, so that none that is dead keeps those that
 * aren't from being told.
 */
export function nextDeliveries<C extends Candidate>(
  candidates: readonly C[],
  sending: { readonly all: number; readonly failing: number },
): C[] {
  const inOrder = candidates.toSorted(
    (a, b) => a.failures - b.failures || a.dueAt.getTime() - b.dueAt.getTime(),
  )
  const failing = inOrder.filter(({ failures }) => failures > 0)
  const well = inOrder.filter(({ failures }) => failures === 0)
  const places = Math.max(0, AT_ONCE - sending.all)
  const first = well.slice(0, places)
  const left = Math.min(places - first.length, Math.max(0, TO_FAILING - sending.failing))
  return [...first, ...failing.slice(0, left)]
}
