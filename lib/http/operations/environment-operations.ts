// What of applications is in which environment.
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import {
  environmentComparison,
  environmentComparisonRows,
} from '#lib/lists/environment-comparison.ts'
import { applicationEnvironmentsSchema, comparedSchema } from '#lib/schemas/delivered.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'

export const getApplicationEnvironments = operation({
  id: 'getApplicationEnvironments',
  method: 'GET',
  path: '/applications/{namespace}/{name}/environments',
  tag: 'applications',
  summary: 'Get what of an application is in which environment, and what is on its way there',
  query: noParameters,
  responses: { 200: applicationEnvironmentsSchema },
  useCase: applicationEnvironmentsUseCase,
  handle: async ({ services, session, path }) => {
    const ref = { namespace: path['namespace'] ?? '', name: path['name'] ?? '' }
    return jsonResponse(await applicationEnvironmentsUseCase.invoke(services, session, { ref }))
  },
})

export const compareEnvironments = listOperation(environmentComparison, {
  id: 'compareEnvironments',
  path: '/environments/{name}/compare/{other}',
  tag: 'environments',
  summary: 'Compare what of each application is in an environment with what is in another',
  item: comparedSchema,
  ...environmentComparisonRows,
})
