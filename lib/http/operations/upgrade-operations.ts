// The upgrade over REST: what it would rewrite, and confirming it.
import { z } from 'zod'
import { changeNumber, count, flag } from '#lib/domain/lists/parameters.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readReason } from '#lib/http/api/writes.ts'
import { defineList } from '#lib/lists/list.ts'
import { ofParts } from '#lib/lists/positions.ts'
import { type UpgradeAnswer, upgradeFileSchema, upgradeOutput } from '#lib/schemas/upgrade.ts'
import { confirmUpgradeUseCase, filesIn } from '#lib/usecases/upgrade/confirm.ts'
import { listUpgradeClustersUseCase, listUpgradeFilesUseCase } from '#lib/usecases/upgrade/lists.ts'
import { readUpgradeUseCase, type Upgrade } from '#lib/usecases/upgrade/read.ts'
import { bootstrapPosition, bootstrapRows } from './bootstrap-lists.ts'

const TAG = 'upgrade'
export const getUpgrade = operation({
  id: 'getUpgrade',
  method: 'GET',
  path: '/upgrade',
  tag: TAG,
  summary: 'Get how the branches stand to the layout that this version writes',
  query: noParameters,
  responses: { 200: upgradeOutput },
  useCase: readUpgradeUseCase,
  handle: async ({ services, session }) =>
    jsonResponse(upgradeJson(await readUpgradeUseCase.invoke(services, session, null))),
})

export const confirmUpgrade = operation({
  id: 'confirmUpgrade',
  method: 'POST',
  path: '/upgrade',
  tag: TAG,
  summary: 'Confirm the upgrade: every branch that waits for it is written anew',
  query: z.object({
    dryRun: flag('Answer what would be confirmed, and change nothing.'),
    confirmFiles: count('The exact number of files that are rewritten; always needed.'),
    confirmClusters: count(
      'The exact number of clusters whose bootstrap manifest has to be applied again, when there are any.',
    ),
  }),
  headers: ['Berth-Reason', 'Berth-Impact'],
  responses: { 200: upgradeOutput, 204: null },
  useCase: confirmUpgradeUseCase,
  handle: async ({ services, session, query, request: { headers } }) => {
    const outcome = await confirmUpgradeUseCase.invoke(services, session, {
      ...query,
      expectedImpact: headers.get('berth-impact'),
      reason: readReason(headers.get('berth-reason')),
    })
    if (outcome.kind === 'upgrade') return jsonResponse(upgradeJson(outcome.upgrade))
    return new Response(null, { status: 204, headers: { 'Berth-Change': String(outcome.change) } })
  },
})

function upgradeJson(upgrade: Upgrade): UpgradeAnswer {
  const { layout, state, isReady: ready, digest, change, files, clusters } = upgrade
  return {
    layout,
    state,
    ready,
    digest,
    change,
    files,
    clusters,
    confirmFiles: digest === null ? null : filesIn(upgrade),
    confirmClusters: digest === null || clusters === 0 ? null : clusters,
    branches: upgrade.branches.map((each) => ({
      branch: each.branch,
      layout: each.layout,
      state: each.state,
      change: each.change,
      files: each.plan?.files ?? null,
      clusters: each.plan?.clusters ?? null,
      waiting: each.waiting,
      error: each.error,
    })),
  }
}

const parameters = z.object({
  change: changeNumber(
    'Of the upgrade that this change confirmed; without it what waits, or was last confirmed.',
  ),
})

const filePosition = ofParts({ place: z.string(), digest: z.string() })

export const listUpgradeFiles = listOperation(
  defineList({
    parameters,
    isOfNow: true,
    position: filePosition,
    useCase: listUpgradeFilesUseCase,
    input: ({ change }, { after, limit }) => ({ change, after, limit }),
  }),
  {
    id: 'listUpgradeFiles',
    path: '/upgrade/files',
    tag: TAG,
    summary:
      'List the files that the upgrade rewrites, those that change alike as one, with their diff',
    item: upgradeFileSchema,
    json: ({ place, effect, files, examples, patch }) => ({
      place,
      effect,
      files,
      examples,
      patch,
    }),
    columns: {
      place: ({ place }) => place,
      effect: ({ effect }) => effect,
      files: ({ files }) => files,
      examples: ({ examples }) => examples.join(' '),
    },
  },
)

export const listUpgradeClusters = listOperation(
  defineList({
    parameters,
    isOfNow: true,
    position: bootstrapPosition,
    useCase: listUpgradeClustersUseCase,
    input: ({ change }, { after, limit }) => ({ change, after, limit }),
  }),
  {
    id: 'listUpgradeClusters',
    path: '/upgrade/clusters',
    tag: TAG,
    summary: 'List the clusters whose bootstrap manifest has to be applied again with the upgrade',
    ...bootstrapRows,
  },
)
