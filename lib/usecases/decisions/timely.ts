// Whether an answer is about what is still asked.
import type { Rule } from '#lib/domain/fleet/rules.ts'
import { entityTag } from '../changes/drafts.ts'
import type { Precondition } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { KnownAsk } from './waiting.ts'

/** The newest change of the policy, of what it may place, or of where. */
export function questionChangedAt(
  { services }: Pick<Context, 'services'>,
  { policy }: Rule,
  { changed }: KnownAsk,
): number {
  return Math.max(changed, services.fleets.beganOf(policy))
}

/** The change that an answer is about. Refuses one about what was asked before anything of it changed. */
export async function requireTimely(
  context: Context,
  rule: Rule,
  ask: KnownAsk,
  precondition: Precondition,
): Promise<number> {
  const { lastChange } = await context.state()
  if (precondition === '*') return lastChange
  const since = questionChangedAt(context, rule, ask)
  const answered = precondition
    .map((tag) => Number(/^"(\d{1,15})"$/.exec(tag)?.[1]))
    .find((change) => change >= since && change <= lastChange)
  if (answered !== undefined) return answered
  throw new Refusal(
    'precondition_failed',
    `The policy, its applications or its clusters changed with change ${since}, after what this answers. Ask again, and decide again.`,
    { members: { etag: entityTag(lastChange) } },
  )
}
