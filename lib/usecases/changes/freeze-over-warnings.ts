// Warns of freezes that are saved when they are over.
import { readInstant } from '#db/queries/clock.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { overWarnings } from '#lib/domain/impact/freeze-warnings.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import type { Context } from '../define.ts'

/** By the clock of the database, as all replicas do, which nothing else asks. */
export async function freezeOverWarnings(
  { scope }: Pick<Context, 'scope'>,
  edits: readonly Edit[],
): Promise<readonly Warning[]> {
  const freezes = edits.flatMap(({ kind, after }) =>
    kind === 'freeze' && after !== null && after.to !== null ? [after] : [],
  )
  if (freezes.length === 0) return []
  const now = await readInstant(scope)
  return freezes.flatMap((freeze) => overWarnings(freeze, now))
}
