// Where the tenant's manifests go: read, set, reset, and tried.
import { z } from 'zod'
import { flag } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readSettingsOptions, settingsParameters } from '#lib/http/api/settings-writes.ts'
import {
  repositoryMoveOutput,
  repositorySettingsInput,
  repositorySettingsOutput,
  repositoryTrialInput,
  repositoryTrialOutput,
} from '#lib/schemas/repository-settings.ts'
import { readRepositorySettingsUseCase } from '#lib/usecases/repository-settings/read.ts'
import { tryRepositorySettingsUseCase } from '#lib/usecases/repository-settings/try.ts'
import {
  clearRepositorySettingsUseCase,
  replaceRepositorySettingsUseCase,
  type SettingsOutcome,
} from '#lib/usecases/repository-settings/write.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const PATH = '/repository-settings'
const TAG = 'settings'

const writeParameters = settingsParameters(
  'The exact number of clusters that have to be bootstrapped again, when they would pull from elsewhere.',
)

function answerOutcome(outcome: SettingsOutcome): Response {
  if (outcome.kind === 'move') {
    const { branches, confirmClusters } = outcome.move
    return jsonResponse({ branches, confirmClusters })
  }
  const { json, etag } = outcome.settings
  const headers = {
    ETag: etag,
    ...(outcome.change !== null && { 'Berth-Change': String(outcome.change) }),
  }
  return jsonResponse(json, { headers })
}

export const getRepositorySettings = operation({
  id: 'getRepositorySettings',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get where the manifests go, without the secrets',
  query: noParameters,
  responses: { 200: repositorySettingsOutput, 304: null },
  useCase: readRepositorySettingsUseCase,
  handle: async ({ services, session, request }) => {
    const { json, etag } = await readRepositorySettingsUseCase.invoke(services, session, null)
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

const written = repositorySettingsOutput.or(repositoryMoveOutput)

export const replaceRepositorySettings = operation({
  id: 'replaceRepositorySettings',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Set where the manifests go; a secret that is left out stays, and so does pull_requests',
  query: writeParameters,
  headers: ['If-Match', 'Berth-Reason'],
  body: { schema: repositorySettingsInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 200: written },
  useCase: replaceRepositorySettingsUseCase,
  handle: async (received) => {
    const options = readSettingsOptions(received)
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { services, session } = received
    return answerOutcome(
      await replaceRepositorySettingsUseCase.invoke(services, session, { body, options }),
    )
  },
})

export const clearRepositorySettings = operation({
  id: 'clearRepositorySettings',
  method: 'DELETE',
  path: PATH,
  tag: TAG,
  summary: 'Go back to the repository that the tenant has without settings of its own',
  query: writeParameters,
  headers: ['If-Match', 'Berth-Reason'],
  responses: { 200: written },
  useCase: clearRepositorySettingsUseCase,
  handle: async (received) => {
    const options = readSettingsOptions(received)
    const { services, session } = received
    return answerOutcome(
      await clearRepositorySettingsUseCase.invoke(services, session, { options }),
    )
  },
})

export const tryRepositorySettings = operation({
  id: 'tryRepositorySettings',
  method: 'POST',
  path: `${PATH}/try`,
  tag: TAG,
  summary:
    'Ask the repository for its branches and its host for a pull request, with these settings or those that are set',
  query: z.object({ dryRun: flag('Check the settings, and connect to nothing.') }),
  body: { schema: repositoryTrialInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 200: repositoryTrialOutput },
  useCase: tryRepositorySettingsUseCase,
  handle: async (received) => {
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { services, session, query } = received
    const input = { body, dryRun: query.dryRun }
    const trial = await tryRepositorySettingsUseCase.invoke(services, session, input)
    return jsonResponse(await trial())
  },
})
