'use server'

import { changeOf, formAction, noChange } from '#lib/http/portal/action.ts'
import {
  bodyOf,
  clearSettingsRequest,
  confirmUpgradeRequest,
  idRequest,
  keepDatabaseRequest,
  saveKindsRequest,
  saveTaggedRequest,
  saveSettingsRequest,
} from '#lib/schemas/save-request.ts'
import type { tokenInput } from '#lib/schemas/token.ts'
import { replaceApplicationKindsUseCase } from '#lib/usecases/application-kinds/write.ts'
import type { SettingsWriteOptions } from '#lib/usecases/changes/write-options.ts'
import { keepDatabaseUseCase } from '#lib/usecases/git-state/keep-database.ts'
import { replaceObservedSettingsUseCase } from '#lib/usecases/observed-settings/write.ts'
import { replaceOutgoingHostsUseCase } from '#lib/usecases/outgoing-hosts/write.ts'
import {
  clearRepositorySettingsUseCase,
  replaceRepositorySettingsUseCase,
} from '#lib/usecases/repository-settings/write.ts'
import { makeTokenUseCase } from '#lib/usecases/tokens/make.ts'
import { revokeTokenUseCase } from '#lib/usecases/tokens/revoke.ts'
import { confirmUpgradeUseCase } from '#lib/usecases/upgrade/confirm.ts'

/** Answers with the token, which can't be read later. */
export const makeToken = formAction(
  makeTokenUseCase,
  bodyOf<typeof tokenInput>(),
  (body) => ({ body, idempotency: null }),
  ({ token }) => ({ token }),
)

export const revokeToken = formAction(revokeTokenUseCase, idRequest, (request) => request, noChange)

export const saveRepositorySettings = formAction(
  replaceRepositorySettingsUseCase,
  saveSettingsRequest,
  ({ body, ...seen }) => ({ body, options: optionsOf({ ...seen, reason: null }) }),
  changeOf,
)

export const clearRepositorySettings = formAction(
  clearRepositorySettingsUseCase,
  clearSettingsRequest,
  (seen) => ({ options: optionsOf({ ...seen, reason: null }) }),
  changeOf,
)

export const saveApplicationKinds = formAction(
  replaceApplicationKindsUseCase,
  saveKindsRequest,
  ({ body, ...seen }) => ({ body, options: optionsOf(seen) }),
  changeOf,
)

export const saveObservedSettings = formAction(
  replaceObservedSettingsUseCase,
  saveTaggedRequest,
  ({ body, etag }) => ({ body, precondition: [etag] }),
  noChange,
)

export const saveOutgoingHosts = formAction(
  replaceOutgoingHostsUseCase,
  saveTaggedRequest,
  ({ body, etag }) => ({ body, precondition: [etag] }),
  noChange,
)

export const keepDatabase = formAction(
  keepDatabaseUseCase,
  keepDatabaseRequest,
  ({ impact: expected, confirmRemovals }) => ({
    dryRun: false,
    confirmRemovals,
    expected,
    reason: null,
  }),
  changeOf,
)

export const confirmUpgrade = formAction(
  confirmUpgradeUseCase,
  confirmUpgradeRequest,
  ({ impact: expectedImpact, ...confirmed }) => ({ dryRun: false, expectedImpact, ...confirmed }),
  changeOf,
)

function optionsOf({
  etag,
  confirmClusters: confirmed,
  reason,
}: {
  etag: string
  confirmClusters: number | null
  reason: string | null
}): SettingsWriteOptions {
  return { precondition: [etag], dryRun: false, confirmed, reason }
}
