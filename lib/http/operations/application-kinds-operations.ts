// What teams may bring to their namespaces besides what every team may: read, and set.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readSettingsOptions, settingsParameters } from '#lib/http/api/settings-writes.ts'
import {
  applicationKindsImpact,
  type ApplicationKindsImpactJson,
  applicationKindsInput,
  applicationKindsOutput,
} from '#lib/schemas/application-kinds.ts'
import { readApplicationKindsUseCase } from '#lib/usecases/application-kinds/read.ts'
import {
  type KindsImpact,
  replaceApplicationKindsUseCase,
} from '#lib/usecases/application-kinds/write.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const PATH = '/application-kinds'
const TAG = 'settings'

export const getApplicationKinds = operation({
  id: 'getApplicationKinds',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get what teams may bring to their namespaces besides what every team may',
  query: noParameters,
  responses: { 200: applicationKindsOutput, 304: null },
  useCase: readApplicationKindsUseCase,
  handle: async ({ services, session, request }) => {
    const { json, etag } = await readApplicationKindsUseCase.invoke(services, session, null)
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const replaceApplicationKinds = operation({
  id: 'replaceApplicationKinds',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Set what teams may bring to their namespaces besides what every team may',
  query: settingsParameters(
    'The exact number of clusters whose bootstrap has to be applied again, when there are any.',
  ),
  headers: ['If-Match', 'Berth-Reason'],
  body: { schema: applicationKindsInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 200: applicationKindsOutput.or(applicationKindsImpact) },
  useCase: replaceApplicationKindsUseCase,
  handle: async (received) => {
    const options = readSettingsOptions(received)
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { services, session } = received
    const outcome = await replaceApplicationKindsUseCase.invoke(services, session, {
      body,
      options,
    })
    if (outcome.kind === 'impact') return jsonResponse(impactJson(outcome.impact))
    const { answer, change } = outcome
    return jsonResponse(answer.json, {
      headers: {
        ETag: answer.etag,
        ...(change !== null && { 'Berth-Change': String(change) }),
      },
    })
  },
})

function impactJson(impact: KindsImpact): ApplicationKindsImpactJson {
  const { clusters, branches, warnings, example } = impact
  return {
    clusters,
    branches: [...branches],
    files: { added: 0, removed: 0, modified: clusters },
    warnings: [...warnings],
    example,
    confirmClusters: clusters === 0 ? null : clusters,
  }
}
