// A retried write takes effect once: its outcome is stored in the write's own transaction, and answered again.
import { findOutcome, insertOutcome } from '#db/queries/idempotency-keys.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { isErrorNamed } from '#lib/runtime/error-name.ts'
import type { SealedPlace, Sealing } from '#lib/secrets/sealed.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { KeptOutcome } from './submission.ts'
import type { IdempotencyClaim, WriteOptions } from './write-options.ts'

/** The outcome of the same principal's write with this key on this route; null: none yet. 422 if the body was different. */
export async function recallOutcome<Outcome = KeptOutcome>(
  context: Context,
  { options }: { readonly options: Pick<WriteOptions, 'dryRun' | 'idempotency'> },
): Promise<Outcome | null> {
  const claim = options.dryRun ? null : options.idempotency
  const kept = claim && (await keptFor(context, claim))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rememberOutcome wrote it, from the same type
  return kept && (JSON.parse(kept.outcome as string) as Outcome)
}

export async function rememberOutcome(
  context: Context,
  claim: IdempotencyClaim,
  outcome: unknown,
): Promise<void> {
  // Stored as text within the jsonb column, which would reorder the members.
  await keepFor(context, claim, JSON.stringify(outcome))
}

/** Keeps the outcome of a write that was sent with a key, in its transaction; answers it. */
export async function remembered<Outcome>(
  context: Context,
  { idempotency }: Pick<WriteOptions, 'idempotency'>,
  outcome: Outcome,
): Promise<Outcome> {
  if (idempotency) await rememberOutcome(context, idempotency, outcome)
  return outcome
}

/** What is kept of the same principal's request with this key on this route; null: nothing. 422 if its body was different. */
export async function keptFor(
  { scope, actor, services }: Context,
  { route, key, bodyHash }: IdempotencyClaim,
): Promise<{ readonly outcome: unknown } | null> {
  const of = { principal: principalOf(actor), route, key }
  const found = await findOutcome(scope, of)
  if (!found) return null
  if (opened(services.sealing, found.bodyHash, placeOf(scope.tenant, of)) === bodyHash) return found
  throw new Refusal('invalid', 'This Idempotency-Key was used with another request before.', {
    code: 'idempotency_key_reused',
  })
}

/** A body may hold a secret that could be guessed by its hash, so the hash is sealed. */
export async function keepFor(
  { scope, actor, services }: Context,
  { route, key, bodyHash }: IdempotencyClaim,
  outcome: unknown,
): Promise<void> {
  const of = { principal: principalOf(actor), route, key }
  const sealed = services.sealing.seal(bodyHash, placeOf(scope.tenant, of))
  await insertOutcome(scope, { ...of, bodyHash: Buffer.from(sealed).toString('base64') }, outcome)
}

type KeyOf = { readonly principal: string } & Omit<IdempotencyClaim, 'bodyHash'>

function placeOf(tenant: number, of: KeyOf): SealedPlace {
  return { tenant, field: `idempotency key ${JSON.stringify([of.principal, of.route, of.key])}` }
}

/** Null: whatever it was, it can't be told to be the same, and that is the safe answer. */
function opened(sealing: Sealing, sealed: string, place: SealedPlace): string | null {
  try {
    return sealing.open(Buffer.from(sealed, 'base64'), place)
  } catch (error) {
    if (isErrorNamed(error, ['SealedUnreadable'])) return null
    throw error
  }
}
