// Whether Git and the database have the same history, and the admin's decision if they don't.
import { z } from 'zod'
import { count, flag } from '#lib/domain/lists/parameters.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readReason } from '#lib/http/api/writes.ts'
import { gitStateOutput } from '#lib/schemas/git-state.ts'
import { keepDatabaseUseCase } from '#lib/usecases/git-state/keep-database.ts'
import { readGitStateUseCase } from '#lib/usecases/git-state/read.ts'

const PATH = '/git-state'

export const getGitState = operation({
  id: 'getGitState',
  method: 'GET',
  path: PATH,
  tag: 'settings',
  summary: 'Tell whether Git and the database tell one history, and what would make them equal',
  query: noParameters,
  responses: { 200: gitStateOutput },
  useCase: readGitStateUseCase,
  handle: async ({ services, session }) =>
    jsonResponse(await readGitStateUseCase.invoke(services, session, null)),
})

export const keepDatabase = operation({
  id: 'keepDatabase',
  method: 'POST',
  path: `${PATH}/keep-database`,
  tag: 'settings',
  summary: 'Make Git equal to the database, where they tell different histories',
  query: z.object({
    dryRun: flag('Answer what was compared, and change nothing.'),
    confirmRemovals: count('The exact number of files that go from Git; needed where any do.'),
  }),
  headers: ['Berth-Reason', 'Berth-Impact'],
  responses: { 200: gitStateOutput },
  useCase: keepDatabaseUseCase,
  handle: async ({ services, session, query, request }) => {
    const { json, change } = await keepDatabaseUseCase.invoke(services, session, {
      ...query,
      expected: request.headers.get('berth-impact'),
      reason: readReason(request.headers.get('berth-reason')),
    })
    const headers = change === null ? undefined : { 'Berth-Change': String(change) }
    return jsonResponse(json, { headers })
  },
})
