// A change that edits no object: the tenant's settings change, and branches are published again.
import { createHash } from 'node:crypto'
import { insertChange } from '#db/queries/changes.ts'
import { requestPublications } from '#db/queries/publications.ts'
import { type TenantState, writeTenantState } from '#db/queries/tenants.ts'
import type { Context } from '../define.ts'
import { requireGitAgrees } from '../git-state/agreement.ts'
import { announce } from '../live/announce.ts'

type SettingsChange = {
  readonly action: string
  readonly reason: string | null
  readonly branches: readonly string[]
  /** What the history stores of the impact, besides the placements and the branches. */
  readonly impact: Readonly<Record<string, unknown>>
  /** Distinguishes these settings from all others. */
  readonly settings: string
}

/** Writes the tenant's next change and requests its publications; answers its number. */
export async function keepSettingsChange(
  context: Context,
  state: TenantState,
  { action, reason, branches, impact, settings }: SettingsChange,
): Promise<number> {
  const { scope, actor } = context
  requireGitAgrees(state)
  const id = state.lastChange + 1
  const { placementsTotal } = state
  const nothing = { added: 0, removed: 0, changed: 0 }
  await insertChange(scope, {
    id,
    actor,
    action,
    reason,
    ...nothing,
    confirmed: false,
    placementsTotal,
    impact: { placements: { ...nothing, kept: placementsTotal }, branches, ...impact },
    digest: createHash('sha256').update(`${action} ${settings}`).digest('hex'),
  })
  await requestPublications(scope, id, branches)
  await writeTenantState(scope, { ...state, lastChange: id })
  announce(context, 'changes', id)
  return id
}
