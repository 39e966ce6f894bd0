import { writeApplicationKinds } from '#db/queries/application-kinds.ts'
import { readSettings, type StoredApplicationKinds } from '#db/queries/settings.ts'
import type { TenantState } from '#db/queries/tenants.ts'
import { forgetUpgradePlans } from '#db/queries/upgrades.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { type BootstrapImpact, bootstrapImpact } from '#lib/domain/impact/bootstrap-impact.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import {
  type ApplicationKinds,
  kindsDifference,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { reconcilersOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { readApplicationKindsBody } from '#lib/schemas/application-kinds.ts'
import { type FileDiff, fileDiff } from '../changes/file-diffs.ts'
import { keepSettingsChange } from '../changes/keep-settings.ts'
import { rendererOf } from '../changes/plan.ts'
import type { SettingsWriteOptions } from '../changes/write-options.ts'
import { auditName, only } from '../audit/subject.ts'
import { asked, type Context, defineEdit, type EditContext } from '../define.ts'
import { requireGitAgrees } from '../git-state/agreement.ts'
import { Refusal } from '../refusal.ts'
import { repositoryOf } from '../repository/tenant-repository.ts'
import {
  additionsJson,
  answerApplicationKinds,
  type ApplicationKindsAnswer,
  kindsTag,
} from './read.ts'

const ACTION = 'application-kinds.replace'

export type KindsImpact = {
  readonly clusters: number
  readonly branches: readonly string[]
  readonly warnings: readonly Warning[]
  readonly example: FileDiff | null
}

export type KindsOutcome =
  | { readonly kind: 'impact'; readonly impact: KindsImpact }
  | {
      readonly kind: 'kept'
      readonly answer: ApplicationKindsAnswer
      /** Null: nothing changed. */
      readonly change: number | null
    }

type ReplaceRequest = { readonly body: unknown; readonly options: SettingsWriteOptions }
type ReplaceInput = {
  readonly kinds: readonly ApplicationKinds[]
  readonly options: SettingsWriteOptions
}

const subject = only('application-kinds')

export const replaceApplicationKindsUseCase = defineEdit<
  ReplaceRequest,
  KindsOutcome,
  ReplaceInput
>({
  name: ACTION,
  subject,
  parse: ({ body, options }) => {
    const read = readApplicationKindsBody(body)
    return read.ok ? { ok: true, value: { kinds: read.value, options } } : read
  },
  load: () => asked({ kind: 'settings' }),
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { kinds, options }) => {
    const { kinds: stored } = await readSettings(context.scope)
    requireUnchanged(stored, options)
    const state = await context.state()
    const before = stored?.kinds ?? []
    const impact = await impactOf(context, before, kinds)
    if (options.dryRun) return { kind: 'impact', impact }
    requireGitAgrees(state)
    requireConfirmed(impact, options)
    const change = await keep(context, state, { before, kinds, impact }, options)
    return { kind: 'kept', answer: await answerApplicationKinds(context), change }
  },
})

function requireUnchanged(
  stored: StoredApplicationKinds | null,
  { precondition }: Pick<SettingsWriteOptions, 'precondition'>,
): void {
  const etag = kindsTag(stored)
  if (precondition === '*' || precondition.includes(etag)) return
  throw new Refusal(
    'precondition_failed',
    'The list was changed since you read it. Read it again, and decide again.',
    { members: { etag } },
  )
}

async function impactOf(
  context: Context,
  before: readonly ApplicationKinds[],
  after: readonly ApplicationKinds[],
): Promise<KindsImpact> {
  const { services, tenant } = context
  const fleet = await context.fleet()
  const repository = await repositoryOf(context)
  const rendererWith = (applicationKinds: readonly ApplicationKinds[]) =>
    rendererOf(services, tenant, { ...repository, applicationKinds })
  const impact = bootstrapImpact(fleet, rendererWith(before), rendererWith(after))
  return {
    clusters: impact.clusters,
    branches: impact.branches,
    warnings: impact.clusters === 0 ? [] : kindsWarnings(fleet, before, after),
    example: diffOf(impact),
  }
}

function kindsWarnings(
  { variants }: Fleet,
  before: readonly ApplicationKinds[],
  after: readonly ApplicationKinds[],
): readonly Warning[] {
  return reconcilersOf(variants.keys()).flatMap(({ warnings }) => warnings.kinds(before, after))
}

function diffOf({ example }: BootstrapImpact): FileDiff | null {
  return example && fileDiff(example.branch, example.file)
}

function requireConfirmed({ clusters }: KindsImpact, { confirmed }: SettingsWriteOptions): void {
  if (clusters === 0 || confirmed === clusters) return
  throw new Refusal(
    'conflict',
    `On ${clusters} clusters the bootstrap has to be applied again by hand before this holds there. Send confirmClusters=${clusters} if that is meant.`,
    { code: 'clusters_need_confirmation', members: { confirmClusters: clusters } },
  )
}

type Edit = {
  readonly before: readonly ApplicationKinds[]
  readonly kinds: readonly ApplicationKinds[]
  readonly impact: KindsImpact
}

/** Stores the list as a change of its own, and records it in the audit; null: the list is unchanged. */
async function keep(
  context: EditContext,
  state: TenantState,
  { before, kinds, impact }: Edit,
  { reason }: SettingsWriteOptions,
): Promise<number | null> {
  const { scope, actor, audit } = context
  const [was, is] = [additionsJson(before), additionsJson(kinds)]
  const settings = JSON.stringify(is)
  if (JSON.stringify(was) === settings) {
    audit({ object: auditName(subject) })
    return null
  }
  await writeApplicationKinds(scope, kinds, actor.name)
  // The manifests depend on what they name.
  await forgetUpgradePlans(scope)
  const { clusters, branches } = impact
  const change = await keepSettingsChange(context, state, {
    action: ACTION,
    reason,
    branches,
    impact: {
      applications: 0,
      clusters: 0,
      files: { added: 0, removed: 0, modified: clusters },
      bootstraps: clusters,
      kinds: kindsDifference(before, kinds),
    },
    settings,
  })
  audit({ object: auditName(subject), before: was, after: is, change })
  return change
}
