// The versions of applications, as pipelines and people announce them.
import { z } from 'zod'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { flag } from '#lib/domain/lists/parameters.ts'
import { versionList, versionRows } from '#lib/lists/versions.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { versionComplianceUseCase } from '#lib/usecases/observed/compliance.ts'
import { announcedOutput, versionInput, versionOutput } from '#lib/schemas/version.ts'
import { announceVersionUseCase } from '#lib/usecases/versions/announce.ts'
import { getVersionUseCase } from '#lib/usecases/versions/read.ts'
import { answered, complianceFields, complianceParameters } from './compliance-operations.ts'

const TAG = 'applications'
const JSON_TYPES = ['application/json']
const COLLECTION = '/applications/{namespace}/{name}/versions'

const refOf = (path: Received['path']) => ({
  namespace: path['namespace'] ?? '',
  name: path['name'] ?? '',
})

export const listVersions = listOperation(versionList, {
  id: 'listVersions',
  path: COLLECTION,
  tag: TAG,
  summary: 'List the announced versions of an application, newest first unless sorted',
  item: versionOutput,
  ...versionRows,
})

export const announceVersion = operation({
  id: 'announceVersion',
  method: 'POST',
  path: COLLECTION,
  tag: TAG,
  summary:
    'Announce a version of an application; it is rolled out where an environment takes it by itself',
  query: z.object({
    dryRun: flag('Answer the version as it would be, and keep nothing.'),
  }),
  body: { schema: versionInput, types: JSON_TYPES, writes: ['version'] },
  responses: { 200: announcedOutput, 201: announcedOutput },
  useCase: announceVersionUseCase,
  handle: async (received) => {
    const { services, session, path, query } = received
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const ref = refOf(path)
    const input = { ref, body, dryRun: query.dryRun }
    const { version, isNew, starts } = await announceVersionUseCase.invoke(services, session, input)
    const json = { ...version, starts }
    if (!isNew) return jsonResponse(json)
    const headers = { Location: apiPaths.version(ref.namespace, ref.name, version.number) }
    return jsonResponse(json, { status: 201, headers })
  },
})

export const getVersion = operation({
  id: 'getVersion',
  method: 'GET',
  path: `${COLLECTION}/{version}`,
  tag: TAG,
  summary: 'Get a version by its number, its name or the first digits of its commit',
  query: noParameters,
  responses: { 200: versionOutput },
  useCase: getVersionUseCase,
  handle: async ({ services, session, path }) => {
    const input = { ref: refOf(path), version: path['version'] ?? '' }
    return jsonResponse(await getVersionUseCase.invoke(services, session, input))
  },
})

export const getVersionCompliance = operation({
  id: 'getVersionCompliance',
  method: 'GET',
  path: `${COLLECTION}/{version}/compliance`,
  tag: TAG,
  summary: 'Count the placements of an application by whether they run a version or a later one',
  query: complianceParameters,
  responses: {
    200: z
      .strictObject({
        number: z.number().int(),
        name: z.string().nullable(),
        commit: z.string(),
        ...complianceFields,
      })
      .meta({ id: 'VersionCompliance' }),
  },
  useCase: versionComplianceUseCase,
  handle: async ({ services, session, path, query }) => {
    const input = { ref: refOf(path), version: path['version'] ?? '', by: query.by }
    const { number, name, commit, ...compliance } = await versionComplianceUseCase.invoke(
      services,
      session,
      input,
    )
    return jsonResponse({ number, name, commit, ...answered(compliance, query) })
  },
})
