// The upgrade as a change: an admin has seen what it rewrites, confirms that by digest and numbers, and every branch is
// published with it, in the order of its changes.
import type { TenantState } from '#db/queries/tenants.ts'
import { confirmUpgrade, lockHeldBranches } from '#db/queries/upgrades.ts'
import { keepSettingsChange } from '../changes/keep-settings.ts'
import { auditName, only } from '../audit/subject.ts'
import { asked, type EditContext, defineEdit } from '../define.ts'

import { Refusal } from '../refusal.ts'
import { readUpgrade, type Upgrade } from './read.ts'

export const UPGRADE_ACTION = 'upgrade.confirm'

export type ConfirmUpgradeInput = {
  /** Answer what would be confirmed, without storing anything. */
  readonly dryRun: boolean
  readonly expectedImpact: string | null
  readonly confirmFiles: number | null
  readonly confirmClusters: number | null
  readonly reason: string | null
}

export type ConfirmUpgradeOutcome =
  | { readonly kind: 'upgrade'; readonly upgrade: Upgrade }
  | { readonly kind: 'kept'; readonly change: number }

const subject = only('upgrade')

export const confirmUpgradeUseCase = defineEdit<ConfirmUpgradeInput, ConfirmUpgradeOutcome>({
  name: UPGRADE_ACTION,
  subject,
  load: () => asked({ kind: 'tenant' }),
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, input) => {
    const { scope } = context
    if (input.dryRun) return { kind: 'upgrade', upgrade: await readUpgrade(scope) }
    await lockHeldBranches(scope)
    const upgrade = await readUpgrade(scope)
    requireConfirmed(upgrade, input)
    const state = await context.state()
    return { kind: 'kept', change: await keepUpgrade(context, state, upgrade, input.reason) }
  },
})

/** How many files an upgrade writes; this is the number to confirm. */
export const filesIn = ({ files }: Pick<Upgrade, 'files'>): number =>
  files.added + files.removed + files.modified

function requireConfirmed(upgrade: Upgrade, input: ConfirmUpgradeInput): void {
  const { digest, clusters } = upgrade
  if (upgrade.state !== 'waiting') {
    throw new Refusal('conflict', 'No branch waits for an upgrade.', { code: 'upgrade_none' })
  }
  if (digest === null || !upgrade.isReady) {
    throw new Refusal('conflict', 'What the upgrade rewrites is still being worked out.', {
      code: 'upgrade_not_ready',
    })
  }
  if (input.expectedImpact !== digest) {
    const message =
      input.expectedImpact === null
        ? 'Send Berth-Impact with the digest of what you saw.'
        : 'The upgrade is no longer the one that you saw.'
    throw new Refusal('impact_changed', message, { members: { digest } })
  }
  const files = filesIn(upgrade)
  if (input.confirmFiles !== files) {
    throw new Refusal(
      'conflict',
      `This rewrites ${files} files. To confirm it, add ?confirmFiles=${files}.`,
      { code: 'files_need_confirmation', members: { confirmFiles: files } },
    )
  }
  if (clusters > 0 && input.confirmClusters !== clusters) {
    throw new Refusal(
      'conflict',
      `On ${clusters} clusters the bootstrap manifest has to be applied again. To confirm it, add confirmClusters=${clusters}.`,
      { code: 'clusters_need_confirmation', members: { confirmClusters: clusters } },
    )
  }
}

async function keepUpgrade(
  context: EditContext,
  state: TenantState,
  upgrade: Upgrade,
  reason: string | null,
): Promise<number> {
  const { layout, files, clusters: bootstraps, digest } = upgrade
  const waiting = upgrade.branches.filter((each) => each.state === 'waiting')
  const branches = waiting.map(({ branch }) => branch)
  await confirmUpgrade(context.scope, state.lastChange + 1, branches)
  const change = await keepSettingsChange(context, state, {
    action: UPGRADE_ACTION,
    reason,
    branches,
    impact: { applications: 0, clusters: 0, files, bootstraps, upgrade: { layout, digest } },
    settings: digest!,
  })
  const before = { layout: Math.min(...waiting.map((each) => each.layout)) }
  context.audit({
    object: auditName(subject),
    before,
    after: { layout, files, bootstraps, branches, digest },
    change,
  })
  return change
}
