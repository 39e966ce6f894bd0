// The versions of an application that were announced.
import { z } from 'zod'
import { order, searched } from '#lib/domain/lists/parameters.ts'
import type { VersionJson } from '#lib/schemas/version.ts'
import { listVersionsUseCase } from '#lib/usecases/versions/read.ts'
import { defineList, type RowForms } from './list.ts'
import { changePosition } from './positions.ts'

export const versionList = defineList({
  parameters: z.object({
    sort: order(['number'], '-number'),
    q: searched('Part of the name or of the commit.'),
  }),
  position: changePosition,
  useCase: listVersionsUseCase,
  input: ({ sort: { descending }, q: text }, { at, after, limit }, path) => ({
    ref: { namespace: path['namespace'] ?? '', name: path['name'] ?? '' },
    at: at instanceof Date ? at : null,
    filter: { text, descending },
    after,
    limit,
  }),
})

export const versionRows: RowForms<VersionJson> = {
  json: (version) => version,
  columns: {
    number: ({ number }) => number,
    name: ({ name }) => name,
    commit: ({ commit }) => commit,
    repo_url: ({ repo_url }) => repo_url,
    repo_path: ({ repo_path }) => repo_path,
    url: ({ url }) => url,
    built_at: ({ built_at }) => built_at,
    source_commit: ({ source_commit }) => source_commit,
    announced_at: ({ announced_at }) => announced_at,
    announced_by: ({ announced_by }) => announced_by.name,
    clusters: ({ status: { running } }) =>
      running?.reduce((sum, { clusters }) => sum + clusters, 0),
  },
}
