// Scores of clusters, as programs write and read them.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { scoresInput, scoresOutput } from '#lib/schemas/score.ts'
import { readScoresUseCase } from '#lib/usecases/scores/read.ts'
import { writeScoresUseCase } from '#lib/usecases/scores/write.ts'

const JSON_TYPES = ['application/json']
const PATH = '/clusters/{name}/scores'
const TAG = 'clusters'

export const getClusterScores = operation({
  id: 'getClusterScores',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get the scores of a cluster that are not over',
  query: noParameters,
  responses: { 200: scoresOutput },
  useCase: readScoresUseCase,
  handle: async ({ services, session, path: { name: cluster = '' } }) =>
    jsonResponse(await readScoresUseCase.invoke(services, session, { cluster })),
})

export const replaceClusterScores = operation({
  id: 'replaceClusterScores',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Replace the scores of a cluster, by which some are picked rather than others',
  query: noParameters,
  body: { schema: scoresInput, types: JSON_TYPES, writes: ['score'] },
  responses: { 200: scoresOutput },
  useCase: writeScoresUseCase,
  handle: async (received) => {
    const { services, session, path } = received
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { cluster: path['name'] ?? '', body }
    return jsonResponse(await writeScoresUseCase.invoke(services, session, input))
  },
})
