'use server'

import {
  clearRepositorySettingsOf,
  confirmUpgradeOf,
  keepDatabaseOf,
  saveApplicationKindsOf,
  saveRepositorySettingsOf,
} from '#lib/http/portal/settings-form.ts'
import { makeTokenOf, revokeTokenOf } from '#lib/http/portal/token-form.ts'
import type { SaveRequest } from '#lib/schemas/save-request.ts'

export const makeToken = async (request: SaveRequest) => makeTokenOf(request)

export const revokeToken = async (request: SaveRequest) => revokeTokenOf(request)

export const saveRepositorySettings = async (request: SaveRequest) =>
  saveRepositorySettingsOf(request)

export const clearRepositorySettings = async (request: SaveRequest) =>
  clearRepositorySettingsOf(request)

export const saveApplicationKinds = async (request: SaveRequest) => saveApplicationKindsOf(request)

export const keepDatabase = async (request: SaveRequest) => keepDatabaseOf(request)

export const confirmUpgrade = async (request: SaveRequest) => confirmUpgradeOf(request)
