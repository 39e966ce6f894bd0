import { changeAt } from '#db/queries/changes.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { Context } from './define.ts'
import { wrongQuery } from './observed/wrong-query.ts'

/** What was so at an instant, by what had been told at a later one. */
export type Knowledge = { readonly at: Date; readonly knownAt: Date }

/** The time to read: an instant, or a change's number that an earlier answer named; null: now. */
export type Moment = Date | Knowledge | number | null

/** The moment of what was so at an instant, as it was known at another; `at` null: at that very instant. */
export function momentKnown(at: Date | null, knownAt: Date | null): Date | Knowledge | null {
  if (knownAt === null) return at
  if (at !== null && at > knownAt) {
    throw wrongQuery('known_at', 'known_at must not be before at: nothing was known of that yet.')
  }
  return { at: at ?? knownAt, knownAt }
}

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
  const change = typeof at === 'number' ? at : await changeAt(scope, instantOf(at))
  return { change, asOf: change }
}

/** When clusters are asked about; later pages can name it to show the same. */
export type ObservedMoment = Omit<ObservedTime, 'change'>

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
  if (at === null || typeof at === 'number' || instantOf(at) >= now) {
    return { observedAt: now, isPast: false }
  }
  if (at instanceof Date) return { observedAt: at, isPast: true }
  return { observedAt: at.at, isPast: true, knownAt: at.knownAt }
}

/** Of lists of which nothing is told later than it happened. */
export function momentOfModel(at: Moment): Date | number | null {
  return at === null || typeof at === 'number' ? at : instantOf(at)
}

function instantOf(at: Date | Knowledge): Date {
  return at instanceof Date ? at : at.at
}
