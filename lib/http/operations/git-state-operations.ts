// Whether Git and the database tell one history, and the admin's decision where they don't.
import { jsonResponse, type Operation } from '#lib/http/api/operation.ts'
import { readBoolean, readInteger } from '#lib/http/api/parameters.ts'
import { readReason } from '#lib/http/api/writes.ts'
import { gitStateOutput } from '#lib/schemas/git-state.ts'
import { keepDatabaseUseCase } from '#lib/usecases/git-state/keep-database.ts'
import { readGitStateUseCase } from '#lib/usecases/git-state/read.ts'

const PATH = '/git-state'
const FILES_MAX = 1_000_000_000

export const getGitState: Operation = {
  id: 'getGitState',
  method: 'GET',
  path: PATH,
  tag: 'settings',
  summary: 'Tell whether Git and the database tell one history, and what would make them equal',
  query: [],
  headers: [],
  body: null,
  responses: { 200: gitStateOutput },
  useCase: readGitStateUseCase.name,
  handle: async ({ process, session }) =>
    jsonResponse(await readGitStateUseCase.invoke(process, session, null)),
}

export const keepDatabase: Operation = {
  id: 'keepDatabase',
  method: 'POST',
  path: `${PATH}/keep-database`,
  tag: 'settings',
  summary: 'Make Git equal to the database, where they tell different histories',
  query: [
    {
      name: 'dryRun',
      description: 'Answer what was compared, and change nothing.',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'confirmRemovals',
      description: 'The exact number of files that go from Git; needed where any do.',
      schema: { type: 'integer', minimum: 0 },
    },
  ],
  headers: ['Berth-Reason', 'Berth-Impact'],
  body: null,
  responses: { 200: gitStateOutput },
  useCase: keepDatabaseUseCase.name,
  handle: async ({ process, session, query, request }) => {
    const { json, change } = await keepDatabaseUseCase.invoke(process, session, {
      dryRun: readBoolean(query, 'dryRun'),
      confirmRemovals: readInteger(query, 'confirmRemovals', {
        min: 0,
        max: FILES_MAX,
        absent: null,
      }),
      expected: request.headers.get('berth-impact'),
      reason: readReason(request.headers.get('berth-reason')),
    })
    const headers = change === null ? undefined : { 'Berth-Change': String(change) }
    return jsonResponse(json, { headers })
  },
}
