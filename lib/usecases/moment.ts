import { changeAt } from '#db/queries/changes.ts'
import type { Context } from './define.ts'

/** As of when to read: an instant, or a change's number, as an answer of before named it; null: now. */
export type Moment = Date | number | null

/**
 * The change after which a moment is. `change` null: now, which the indexes of current rows answer; `asOf` names it all
 * the same, so that later pages can be of the same state.
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
