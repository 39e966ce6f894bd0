// How the pages of settings save: by the same use cases as the API's, on the condition that the state, or the digest, and
// the typed numbers are right.
import type { SaveRequest, SaveState } from '#lib/schemas/save-request.ts'
import { replaceApplicationKindsUseCase } from '#lib/usecases/application-kinds/write.ts'
import type { SettingsWriteOptions } from '#lib/usecases/changes/write-options.ts'
import { keepDatabaseUseCase } from '#lib/usecases/git-state/keep-database.ts'
import {
  clearRepositorySettingsUseCase,
  replaceRepositorySettingsUseCase,
} from '#lib/usecases/repository-settings/write.ts'
import { confirmUpgradeUseCase } from '#lib/usecases/upgrade/confirm.ts'
import { reasonOf, submitSave } from './object-form.ts'

type Outcome = { readonly change: number | null } | { readonly kind: 'move' | 'impact' | 'upgrade' }

/** Storing something makes a change, unless nothing is different. */
const changeOf = (outcome: Outcome) => ('change' in outcome ? outcome.change : null)

function settingsOptions({ etag, confirmClusters, reason }: SaveRequest): SettingsWriteOptions {
  return {
    precondition: [etag ?? ''],
    dryRun: false,
    confirmed: confirmClusters ?? null,
    reason: reasonOf(reason),
  }
}

const edited = (save: SaveRequest) => ({ body: save.body, options: settingsOptions(save) })

export async function saveRepositorySettingsOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(replaceRepositorySettingsUseCase, request, edited, changeOf)
}

export async function clearRepositorySettingsOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    clearRepositorySettingsUseCase,
    request,
    (save: SaveRequest) => ({ options: settingsOptions(save) }),
    changeOf,
  )
}

export async function saveApplicationKindsOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(replaceApplicationKindsUseCase, request, edited, changeOf)
}

export async function keepDatabaseOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    keepDatabaseUseCase,
    request,
    ({ impact, confirmRemovals, reason }: SaveRequest) => ({
      dryRun: false,
      confirmRemovals,
      expected: impact,
      reason: reasonOf(reason),
    }),
    changeOf,
  )
}

export async function confirmUpgradeOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    confirmUpgradeUseCase,
    request,
    ({ impact, confirmChanges, confirmClusters, reason }: SaveRequest) => ({
      dryRun: false,
      expectedImpact: impact,
      confirmFiles: confirmChanges,
      confirmClusters: confirmClusters ?? null,
      reason: reasonOf(reason),
    }),
    changeOf,
  )
}
