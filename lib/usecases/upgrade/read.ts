// An upgrade as people see it: which branches an older version wrote, what this version would rewrite there, and how far it
// has come.
import { createHash } from 'node:crypto'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  countHeldBranches,
  listUpgradeBranches,
  type UpgradeBranch,
} from '#db/queries/upgrade-lists.ts'
import type { PublicationState } from '#lib/domain/git/publication-state.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { asked, defineRead } from '../define.ts'

/** `unread`: what it does there isn't known yet, or can't be. */
type BranchState = 'unread' | 'waiting' | PublicationState

export type Upgrade = {
  readonly layout: number
  /** `waiting`: for an admin to confirm it; `none`: no branch has an older layout. */
  readonly state: 'none' | 'waiting' | 'going-out' | 'done'
  /** Whether its effects are known for every branch where they can be, so that it may be confirmed. */
  readonly isReady: boolean
  /** The digest of what waits; null: nothing can be confirmed. */
  readonly digest: string | null
  /** The newest change that confirmed an upgrade; null: there is none. */
  readonly change: number | null
  /** What waits to be confirmed; when nothing does, what was confirmed last. */
  readonly files: { readonly added: number; readonly removed: number; readonly modified: number }
  readonly clusters: number
  readonly branches: readonly (UpgradeBranch & { readonly state: BranchState })[]
}

export const readUpgradeUseCase = defineRead<null, Upgrade>({
  name: 'upgrade.read',
  load: () => asked({ kind: 'tenant' }),
  run: ({ scope }) => readUpgrade(scope),
})

/** On how many branches changes wait for an admin to confirm the upgrade, for the banner of every page. */
export const countHeldBranchesUseCase = defineRead<null, number>({
  name: 'upgrade.held',
  load: () => asked({ kind: 'tenant' }),
  run: ({ scope }) => countHeldBranches(scope),
})

export async function readUpgrade(scope: TenantScope): Promise<Upgrade> {
  const branches = (await listUpgradeBranches(scope)).map((row) => ({
    ...row,
    state: stateOf(row),
  }))
  const held = branches.filter(({ change }) => change === null)
  const told = held.length > 0 ? held : branches
  const sum = (read: (plan: NonNullable<UpgradeBranch['plan']>) => number) =>
    told.reduce((total, { plan }) => total + (plan === null ? 0 : read(plan)), 0)
  const planned = held.filter(({ plan }) => plan !== null)
  return {
    layout: LAYOUT,
    state: upgradeState(branches),
    isReady: held.every(({ plan, error }) => plan !== null || error !== null),
    digest: planned.length === 0 ? null : digestOf(planned),
    change: branches.reduce<number | null>(
      (newest, { change }) => (change !== null && change > (newest ?? 0) ? change : newest),
      null,
    ),
    files: {
      added: sum(({ files }) => files.added),
      removed: sum(({ files }) => files.removed),
      modified: sum(({ files }) => files.modified),
    },
    clusters: sum(({ clusters }) => clusters),
    branches,
  }
}

function stateOf({ change, plan, publication }: UpgradeBranch): BranchState {
  if (change === null) return plan === null ? 'unread' : 'waiting'
  return publication ?? 'published'
}

function upgradeState(branches: readonly { readonly state: BranchState }[]): Upgrade['state'] {
  const states = new Set(branches.map(({ state }) => state))
  if (states.has('unread') || states.has('waiting')) return 'waiting'
  if (states.size === 0) return 'none'
  return [...states].every((state) => state === 'published') ? 'done' : 'going-out'
}

/** The digest of what is rewritten and what it becomes: computed from trees, so that it depends only on the bytes. */
function digestOf(planned: readonly UpgradeBranch[]): string {
  const trees = planned.map(({ branch, plan }) => [branch, plan!.treeBefore, plan!.treeAfter])
  return createHash('sha256')
    .update(JSON.stringify([LAYOUT, trees]))
    .digest('hex')
}
