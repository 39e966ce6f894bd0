// Applications by clusters.
import { at, knownAt } from '#lib/http/api/lists.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { matrixInput, matrixJson, matrixParameters } from '#lib/lists/matrix.ts'
import { matrixSchema } from '#lib/schemas/matrix.ts'
import { matrixUseCase } from '#lib/usecases/matrix/read.ts'
import { momentKnown } from '#lib/usecases/moment.ts'

export const getMatrix = operation({
  id: 'getMatrix',
  method: 'GET',
  path: '/matrix',
  tag: 'placements',
  summary: 'Get a window of the matrix of applications and clusters',
  query: matrixParameters.extend({ at, known_at: knownAt }),
  responses: { 200: matrixSchema },
  useCase: matrixUseCase,
  handle: async ({ services, session, query: { at, known_at, ...asked } }) =>
    jsonResponse(
      matrixJson(
        await matrixUseCase.invoke(
          services,
          session,
          matrixInput(asked, momentKnown(at, known_at)),
        ),
      ),
    ),
})
