// What applications need of each other.
import { z } from 'zod'
import { namedApplication } from '#lib/domain/lists/parameters.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { dependenciesSchema } from '#lib/schemas/dependencies.ts'
import { readDependenciesUseCase } from '#lib/usecases/dependencies/read.ts'

export const getDependencies = operation({
  id: 'getDependencies',
  method: 'GET',
  path: '/dependencies',
  tag: 'dependencies',
  summary: 'Get what an application needs and what needs it, directly and through others',
  query: z.object({ application: namedApplication('Whose dependencies') }),
  responses: { 200: dependenciesSchema },
  useCase: readDependenciesUseCase,
  handle: async ({ services, session, query: { application: ref } }) =>
    jsonResponse(await readDependenciesUseCase.invoke(services, session, { ref })),
})
