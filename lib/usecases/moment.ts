import { changeAt } from '#db/queries/changes.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { Context } from './define.ts'

/** The time to read: an instant, or a change's number that an earlier answer named; null: now. */
export type Moment = Date | number | null

/**
 * The change as of which a moment is read. `change` null: now, which the indexes of current rows answer; `asOf` names it
 * anyway, so that later pages can show the same state.
 */
export async function readMoment(
  { scope, state }: Pick<Context, 'scope' | 'state'>,
  at: Moment,
): Promise<{ change: number | null; asOf: number }> {
  if (at === null) {
    const { lastChange } = await state()
    return { change: null, asOf: lastChange }
  }
  const change = typeof at === 'number' ? at : await changeAt(scope, at)
  return { change, asOf: change }
}

/** When clusters are asked about; later pages can name it to show the same. */
export type ObservedMoment = Pick<ObservedTime, 'observedAt' | 'isPast'>

const DAY_MS = 86_400_000

/** Whether it is still kept when clusters were heard of then. */
export function isFreshnessKept(
  { services }: Pick<Context, 'services'>,
  { observedAt }: ObservedMoment,
): boolean {
  const { clock, environment } = services
  return clock().getTime() - observedAt.getTime() <= environment.observedDays * DAY_MS
}

/** When clusters are asked about at a moment: what they will say nobody knows, and a change's number stands for now. */
export function observedMoment(
  { services }: Pick<Context, 'services'>,
  at: Moment,
): ObservedMoment {
  const now = services.clock()
  return at instanceof Date && at < now
    ? { observedAt: at, isPast: true }
    : { observedAt: now, isPast: false }
}
