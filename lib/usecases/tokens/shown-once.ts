import { findOutcome } from '#db/queries/idempotency-keys.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import type { IdempotencyClaim } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'

/**
 * A retry can't get the token again, because it wasn't stored. It makes no second one, and is told which one was made.
 */
export async function refuseShownBefore(
  { scope, actor }: Context,
  idempotency: IdempotencyClaim | null,
): Promise<null> {
  if (!idempotency) return null
  const found = await findOutcome(scope, { principal: principalOf(actor), ...idempotency })
  if (!found) return null
  if (found.bodyHash !== idempotency.bodyHash) {
    throw new Refusal('invalid', 'This Idempotency-Key was used with another request before.', {
      code: 'idempotency_key_reused',
    })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is kept of each request that made a token
  const { id } = found.outcome as { id: string }
  throw new Refusal(
    'conflict',
    `This request made the token ${id} before, and a token is shown once. Revoke it, and ask for another with another key.`,
    { code: 'token_shown_once', members: { id } },
  )
}
