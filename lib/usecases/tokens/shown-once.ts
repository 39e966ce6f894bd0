import { keptFor } from '../changes/idempotency.ts'
import type { IdempotencyClaim } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'

/**
 * A retry can't get the token again, because it wasn't stored. It makes no second one, and is told which one was made.
 */
export async function refuseShownBefore(
  context: Context,
  idempotency: IdempotencyClaim | null,
): Promise<null> {
  const kept = idempotency && (await keptFor(context, idempotency))
  if (!kept) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is kept of each request that made a token
  const { id } = kept.outcome as { id: string }
  throw new Refusal(
    'conflict',
    `This request made the token ${id} before, and a token is shown once. Revoke it, and ask for another with another key.`,
    { code: 'token_shown_once', members: { id } },
  )
}
