import { deleteRepositoryRow, writeRepositoryRow } from '#db/queries/repository-settings.ts'
import { readSettings } from '#db/queries/settings.ts'
import { parseBranchPattern } from '#lib/domain/git/branch-pattern.ts'
import { pullRequestLine } from '#lib/domain/git/pull-request-access.ts'
import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import {
  readRepositorySettings,
  type RepositorySettingsBody,
} from '#lib/schemas/repository-settings.ts'
import { auditName, only } from '../audit/subject.ts'
import type { SettingsWriteOptions } from '../changes/write-options.ts'
import { asked, type EditContext, defineEdit } from '../define.ts'

import { Refusal } from '../refusal.ts'
import { defaultRepository, type RepositoryPlace } from '../repository/tenant-repository.ts'
import { sealRepository } from './credentials.ts'
import { type Current, currentSettings, draftedRepository, requireUnchanged } from './draft.ts'
import { keepMove, type RepositoryMove, planMove, requireConfirmedMove } from './move.ts'
import { answerSettings, type RepositorySettingsAnswer, settingsJson } from './read.ts'

const subject = only('repository-settings')

export type SettingsOutcome =
  | { readonly kind: 'move'; readonly move: Pick<RepositoryMove, 'branches' | 'confirmClusters'> }
  | {
      readonly kind: 'kept'
      readonly settings: RepositorySettingsAnswer
      /** The change with which the branches are published again; null: they stay as they are. */
      readonly change: number | null
    }

type ReplaceRequest = { readonly body: unknown; readonly options: SettingsWriteOptions }
type ReplaceInput = {
  readonly body: RepositorySettingsBody
  readonly options: SettingsWriteOptions
}

export const replaceRepositorySettingsUseCase = defineEdit<
  ReplaceRequest,
  SettingsOutcome,
  ReplaceInput
>({
  name: 'repository-settings.replace',
  subject,
  parse: ({ body, options }) => {
    const read = readRepositorySettings(body)
    return read.ok ? { ok: true, value: { body: read.value, options } } : read
  },
  load: () => asked({ kind: 'settings' }),
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { body, options }) => {
    const current = await currentSettings(context)
    requireUnchanged(current, options.precondition)
    const drafted = draftedRepository(context, current, body)
    const row = sealRepository(context.services.sealing, context.scope.tenant, drafted)
    return moveTo(context, current, draftedTarget(drafted), options, {
      action: 'repository-settings.replace',
      keep: () => writeRepositoryRow(context.scope, row, context.actor.name),
    })
  },
})

type ClearInput = { readonly options: SettingsWriteOptions }

export const clearRepositorySettingsUseCase = defineEdit<ClearInput, SettingsOutcome>({
  name: 'repository-settings.clear',
  subject,
  load: () => asked({ kind: 'settings' }),
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { options }) => {
    const current = await currentSettings(context)
    if (current.row === null) {
      throw new Refusal('conflict', 'The tenant has no settings of its own.', {
        code: 'settings_default',
      })
    }
    requireUnchanged(current, options.precondition)
    const { services, tenant, scope } = context
    const target = defaultRepository(services.environment, tenant)
    return moveTo(context, current, target, options, {
      action: 'repository-settings.clear',
      keep: () => deleteRepositoryRow(scope),
    })
  },
})

async function moveTo(
  context: EditContext,
  current: Current,
  target: RepositoryPlace,
  options: SettingsWriteOptions,
  { action, keep }: { readonly action: string; readonly keep: () => Promise<void> },
): Promise<SettingsOutcome> {
  const move = await planMove(context, current.repository, target)
  if (options.dryRun) return { kind: 'move', move }
  requireConfirmedMove(move, options)
  await keep()
  const change = await keepMove(context, move, { action, reason: options.reason })
  await recordEdit(context, current, target, change)
  return { kind: 'kept', settings: await answerSettings(context), change }
}

/** In the shape of the answer, which contains no secret. */
async function recordEdit(
  { services: { environment }, scope, audit }: EditContext,
  { repository, row }: Current,
  target: RepositoryPlace,
  change: number | null,
): Promise<void> {
  const kept = await readSettings(scope)
  const before = settingsJson(environment, repository, row)
  const after = settingsJson(environment, target, kept.repository)
  audit({ object: auditName(subject), before, after, change })
}

/** What was checked, in the form that it will have once it is stored. */
function draftedTarget(drafted: FleetRepository): RepositoryPlace {
  const { repoUrl, pullUrl, shards } = drafted
  const pattern = parseBranchPattern(drafted.branchPattern)
  if (!pattern.ok) throw new Error('a draft was accepted with a branch pattern that is none')
  return {
    source: 'tenant',
    repoUrl,
    pullUrl: pullUrl ?? repoUrl,
    branchPattern: pattern.value,
    shards,
    pullRequests: pullRequestLine(drafted)?.settings ?? null,
    revision: 'draft',
  }
}
