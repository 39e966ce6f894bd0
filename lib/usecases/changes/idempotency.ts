// A retried write takes effect once: its outcome is stored in the write's own transaction, and answered again.
import { findOutcome, insertOutcome } from '#db/queries/idempotency-keys.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { KeptOutcome } from './submission.ts'
import type { IdempotencyClaim, WriteOptions } from './write-options.ts'

/** The outcome of the same principal's write with this key on this route; null: none yet. 422 if the body was different. */
export async function recallOutcome(
  { scope, actor }: Context,
  { options }: { readonly options: WriteOptions },
): Promise<KeptOutcome | null> {
  const claim = options.dryRun ? null : options.idempotency
  if (!claim) return null
  const found = await findOutcome(scope, { principal: principalOf(actor), ...claim })
  if (!found) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rememberOutcome wrote it, from the same type
  if (found.bodyHash === claim.bodyHash) return JSON.parse(found.outcome as string) as KeptOutcome
  throw new Refusal('invalid', 'This Idempotency-Key was used with another request before.', {
    code: 'idempotency_key_reused',
  })
}

export async function rememberOutcome(
  { scope, actor }: Context,
  claim: IdempotencyClaim,
  outcome: KeptOutcome,
): Promise<void> {
  // Stored as text within the jsonb column, which would reorder the members.
  await insertOutcome(scope, { principal: principalOf(actor), ...claim }, JSON.stringify(outcome))
}
