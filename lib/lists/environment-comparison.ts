// What of each application is in one environment, and what in another.
import { z } from 'zod'
import { flag, order, searched } from '#lib/domain/lists/parameters.ts'
import type { ComparedApplication } from '#lib/schemas/delivered.ts'
import { compareEnvironmentsUseCase } from '#lib/usecases/environments/compare.ts'
import { defineList, type RowForms } from './list.ts'
import { ofParts } from './positions.ts'

export const environmentComparison = defineList({
  parameters: z.object({
    sort: order(['name'], 'name'),
    q: searched("Part of the team's or the application's name."),
    differs: flag('Only applications that aren’t the same in both environments.'),
  }),
  isOfNow: true,
  position: ofParts({ namespace: z.string(), application: z.string() }),
  useCase: compareEnvironmentsUseCase,
  input: ({ sort: { descending }, q: text, differs }, { after, limit }, path) => ({
    environments: [path['name'] ?? '', path['other'] ?? ''] as const,
    filter: { text, isDifferent: differs, descending },
    after,
    limit,
  }),
})

export const environmentComparisonRows: RowForms<ComparedApplication> = {
  json: (row) => row,
  columns: {
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    a_version: ({ a }) => a.version?.number,
    a_version_name: ({ a }) => a.version?.name,
    a_revision: ({ a }) => a.revision,
    a_clusters: ({ a }) => a.clusters,
    a_unreleased: ({ a }) => a.unreleased,
    a_others: ({ a }) => a.others,
    a_holding: ({ a }) => a.holding,
    a_targets: ({ a }) => a.targets.map(({ name }) => name).join(' '),
    b_version: ({ b }) => b.version?.number,
    b_version_name: ({ b }) => b.version?.name,
    b_revision: ({ b }) => b.revision,
    b_clusters: ({ b }) => b.clusters,
    b_unreleased: ({ b }) => b.unreleased,
    b_others: ({ b }) => b.others,
    b_holding: ({ b }) => b.holding,
    b_targets: ({ b }) => b.targets.map(({ name }) => name).join(' '),
    ahead: ({ ahead }) => ahead,
    only: ({ only }) => only,
  },
}
