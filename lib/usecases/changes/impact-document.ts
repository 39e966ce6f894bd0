// The impact as it is shown to people and programs: in the answer to a dry run, in a refusal, and in the history.
import type { TenantState } from '#db/queries/tenants.ts'
import type { ApplicationPolicies } from '#lib/domain/fleet/application-policies.ts'
import {
  type MovedIn,
  movedByEnvironment,
  NOTHING_MOVED,
} from '#lib/domain/impact/environment-impact.ts'
import { type ImpactGroup, impactGroups } from '#lib/domain/impact/impact-groups.ts'
import { type ImpactItem, impactItems } from '#lib/domain/impact/impact-items.ts'
import { countKeptByOthers } from '#lib/domain/impact/kept-by-others.ts'
import { countPairs, listedPairs } from '#lib/domain/impact/listed-pairs.ts'
import { impactWarnings } from '#lib/domain/impact/impact-warnings.ts'
import { publishWarnings } from '#lib/domain/impact/publish-warnings.ts'
import {
  type RetoldApplication,
  retoldApplications,
} from '#lib/domain/impact/retold-applications.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import type { EditsAnswer, StartsAfterEdit } from '#lib/schemas/impact.ts'
import type { RolloutsOfFreezes } from '#lib/schemas/stopped-rollouts.ts'
import type { ToldByEdit } from '../configuration/told-by-edit.ts'
import type { Context } from '../define.ts'
import { stopWarnings } from '../git-state/agreement.ts'
import { saidReasons } from './decision-edits.ts'
import { type FileDiffPage, fileDiffs } from './file-diffs.ts'
import { type Guard, guardOf } from './guard.ts'
import { heldWarnings } from './held-warnings.ts'
import { freezeOverWarnings } from './freeze-over-warnings.ts'
import type { Outline, Plan } from './plan.ts'
import type { Selection } from './selection.ts'
import { type Stop, stopsOf } from './stops.ts'
import type { PairsAsked, WriteOptions } from './write-options.ts'

/** What whoever saves it is told and asked for. */
export type Cautions = Guard & {
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
}

export type ImpactDocument = Cautions & {
  readonly digest: string
  /** `unreleased`: how many wait for a release afterwards; absent: none. */
  readonly placements: Plan['impact']['counts']['placements'] & { readonly unreleased?: number }
  /** How many applications and clusters gain, lose or change a placement. */
  readonly applications: number
  readonly clusters: number
  /** What moves on clusters of each environment; absent: nothing does, in none. */
  readonly environments?: Readonly<Record<string, MovedIn>>
  /** What a save is refused for; absent: nothing. */
  readonly stops?: readonly Stop[]
  /** The rollouts that begin by themselves because of it; absent: none does. */
  readonly starts?: StartsAfterEdit
  /** The rollouts that it stops or lets go; absent: it edits no freeze. */
  readonly rollouts?: RolloutsOfFreezes
  /** The first applications that are told something else where they stay, and how many there are; absent: none is. */
  readonly configs?: readonly RetoldApplication[]
  readonly configsTotal?: number
  /** How many pairs are kept only because other policies than one that gives them up give them, too. */
  readonly keptByOthers: number
  readonly items: readonly ImpactItem[]
  /** How many pairs there are to list. */
  readonly itemsTotal: number
  /** Where the next page of items begins; null: this is the last one. */
  readonly nextItem: number | null
  /** The first groups, of so many; null: none were asked for. */
  readonly groups: readonly ImpactGroup[] | null
  readonly groupsTotal: number | null
  readonly files: Plan['files']['counts']
  /** The first branches with changed files, by name, and how many there are. */
  readonly branches: readonly string[]
  readonly branchesTotal: number
  readonly diff: FileDiffPage | null
  /** Of an edit of many objects in one way: what they are. */
  readonly selection?: Selection
  readonly edits?: EditsAnswer
  /** Of an edit of one application, if anybody asks. */
  readonly policies?: ApplicationPolicies
  /** Of one pair, if anybody asks: what it is told. */
  readonly told?: ToldByEdit
}

/** How an edit stands towards what may stop it. */
type Standing = {
  /** Whether it takes back what others did. */
  readonly goesBack: boolean
  /** As in a submission. */
  readonly isCarriedOut: boolean
}

const DECIDED_NOW: Standing = { goesBack: false, isCarriedOut: false }

export async function impactDocument(
  context: Context,
  plan: Plan,
  state: TenantState,
  { pairs, diffSlice }: Pick<WriteOptions, 'pairs' | 'diffSlice'>,
  standing: Standing = DECIDED_NOW,
): Promise<ImpactDocument> {
  const { counts } = plan.impact
  const environments = touchedEnvironments(plan)
  const stops = standing.isCarriedOut
    ? []
    : await stopsOf(context, plan, environments, standing.goesBack)
  return {
    digest: plan.digest,
    placements: {
      ...counts.placements,
      ...(counts.unreleased > 0 && { unreleased: counts.unreleased }),
    },
    keptByOthers: countKeptByOthers(plan.impact),
    ...(environments.size > 0 && { environments: Object.fromEntries(environments) }),
    ...(stops.length > 0 && { stops }),
    applications: counts.applications,
    clusters: counts.clusters,
    ...retoldPart(plan),
    ...pairsPage(plan, pairs),
    files: plan.files.counts,
    branches: plan.files.branches.slice(0, BRANCHES_MAX),
    branchesTotal: plan.files.branches.length,
    ...(await cautionsOf(context, plan, state, () => plan.files.branches)),
    diff: diffSlice && fileDiffs(plan, diffSlice),
  }
}

const CONFIGS_MAX = 100

function retoldPart({ impact }: Plan): Pick<ImpactDocument, 'configs' | 'configsTotal'> {
  const configs = retoldApplications(impact)
  if (configs.length === 0) return {}
  return { configs: configs.slice(0, CONFIGS_MAX), configsTotal: configs.length }
}

/** `branchesOf`: the branches with a file that it touches. */
export async function cautionsOf(
  context: Context,
  outline: Outline,
  state: TenantState,
  branchesOf: () => readonly string[],
): Promise<Cautions> {
  return {
    warnings: [
      ...stopWarnings(state),
      ...(await heldWarnings(context, outline.after, branchesOf)),
      ...firstWarnings([
        ...(await freezeOverWarnings(context, outline.edits)),
        ...warningsOf(outline),
      ]),
    ],
    ...(await guardOf(context, outline.impact, state)),
  }
}

/** Some edits touch an environment although no placement moves there. */
function touchedEnvironments({ impact, touchedIn }: Plan): ReadonlyMap<string, MovedIn> {
  const touched = touchedIn.map((name) => [name, NOTHING_MOVED] as const)
  return new Map([...touched, ...movedByEnvironment(impact)])
}

function warningsOf({ impact, edits, render }: Outline): readonly Warning[] {
  return [...publishWarnings(impact, edits, render.branch), ...impactWarnings(impact, edits)]
}

const WARNINGS_MAX = 100
const BRANCHES_MAX = 100

function firstWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const rest = warnings.length - WARNINGS_MAX
  if (rest <= 0) return warnings
  const message = `${rest} more warnings are left out: an edit of fewer objects tells them.`
  return [...warnings.slice(0, WARNINGS_MAX), { code: 'warnings_left_out', message }]
}

const GROUPS_MAX = 1000

function pairsPage({ impact, edits }: Plan, { offset, limit, filter, by }: PairsAsked) {
  const listed = listedPairs(impact, filter)
  const items = impactItems(listed, offset, limit, saidReasons(impact.after, edits))
  const total = Object.values(countPairs(listed)).reduce((sum, count) => sum + count, 0)
  const groups = by && impactGroups(listed, by)
  const end = offset + items.length
  return {
    items,
    itemsTotal: total,
    nextItem: end < total ? end : null,
    groups: groups && groups.slice(0, GROUPS_MAX),
    groupsTotal: groups && groups.length,
  }
}
