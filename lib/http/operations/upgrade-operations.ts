// The upgrade over REST: what it would rewrite, and confirming it.
import type { UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { answerList, listParameters } from '#lib/http/api/lists.ts'
import { jsonResponse, type Operation, type QueryParameter } from '#lib/http/api/operation.ts'
import { CHANGE_NUMBERS, readBoolean, readChange, readInteger } from '#lib/http/api/parameters.ts'
import type { PositionForm } from '#lib/http/api/positions.ts'
import { listSchema } from '#lib/http/api/response-schemas.ts'
import { readReason } from '#lib/http/api/writes.ts'
import { type UpgradeAnswer, upgradeFileSchema, upgradeOutput } from '#lib/schemas/upgrade.ts'
import { confirmUpgradeUseCase, filesIn } from '#lib/usecases/upgrade/confirm.ts'
import {
  listUpgradeClustersUseCase,
  listUpgradeFilesUseCase,
  type UpgradeFileCursor,
} from '#lib/usecases/upgrade/lists.ts'
import { readUpgradeUseCase, type Upgrade } from '#lib/usecases/upgrade/read.ts'
import { answerBootstraps, bootstrapsSchema } from './bootstrap-lists.ts'

const TAG = 'upgrade'
const COUNT_MAX = 1_000_000_000

const confirmParameter = (name: string, what: string): QueryParameter => ({
  name,
  description: `The exact number of ${what}.`,
  schema: { type: 'integer', minimum: 0 },
})

export const getUpgrade: Operation = {
  id: 'getUpgrade',
  method: 'GET',
  path: '/upgrade',
  tag: TAG,
  summary: 'Get how the branches stand to the layout that this version writes',
  query: [],
  headers: [],
  body: null,
  responses: { 200: upgradeOutput },
  useCase: readUpgradeUseCase.name,
  handle: async ({ process, session }) =>
    jsonResponse(upgradeJson(await readUpgradeUseCase.invoke(process, session, null))),
}

export const confirmUpgrade: Operation = {
  id: 'confirmUpgrade',
  method: 'POST',
  path: '/upgrade',
  tag: TAG,
  summary: 'Confirm the upgrade: every branch that waits for it is written anew',
  query: [
    {
      name: 'dryRun',
      description: 'Answer what would be confirmed, and change nothing.',
      schema: { type: 'boolean', default: false },
    },
    confirmParameter('confirmFiles', 'files that are rewritten; always needed'),
    confirmParameter(
      'confirmClusters',
      'clusters whose bootstrap manifest has to be applied again, when there are any',
    ),
  ],
  headers: ['Berth-Reason', 'Berth-Impact'],
  body: null,
  responses: { 200: upgradeOutput, 204: null },
  useCase: confirmUpgradeUseCase.name,
  handle: async ({ process, session, query, request: { headers } }) => {
    const numbers = { min: 0, max: COUNT_MAX, absent: null }
    const outcome = await confirmUpgradeUseCase.invoke(process, session, {
      dryRun: readBoolean(query, 'dryRun'),
      expectedImpact: headers.get('berth-impact'),
      confirmFiles: readInteger(query, 'confirmFiles', numbers),
      confirmClusters: readInteger(query, 'confirmClusters', numbers),
      reason: readReason(headers.get('berth-reason')),
    })
    if (outcome.kind === 'upgrade') return jsonResponse(upgradeJson(outcome.upgrade))
    return new Response(null, { status: 204, headers: { 'Berth-Change': String(outcome.change) } })
  },
}

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

const ofChange: QueryParameter = {
  name: 'change',
  description:
    'Of the upgrade that this change confirmed; without it what waits, or was last confirmed.',
  schema: { type: 'integer', ...CHANGE_NUMBERS },
}
const parameters = [...listParameters.filter(({ name }) => name !== 'at'), ofChange]

const filePosition: PositionForm<UpgradeFileCursor> = {
  tokenOf: ({ place, digest }) => [place, digest],
  positionOf: ([place, digest, ...rest]) =>
    typeof place === 'string' && typeof digest === 'string' && rest.length === 0
      ? { place, digest }
      : null,
}

export const listUpgradeFiles: Operation = {
  id: 'listUpgradeFiles',
  method: 'GET',
  path: '/upgrade/files',
  tag: TAG,
  summary:
    'List the files that the upgrade rewrites, those that change alike as one, with their diff',
  query: parameters,
  headers: [],
  body: null,
  responses: { 200: listSchema(upgradeFileSchema) },
  useCase: listUpgradeFilesUseCase.name,
  handle: (received) =>
    answerList<UpgradeFile, UpgradeFileCursor>(received, {
      load: async ({ after, limit }) => {
        const { process, session, query } = received
        const page = { change: readChange(query), after, limit }
        return { ...(await listUpgradeFilesUseCase.invoke(process, session, page)), asOf: 0 }
      },
      ...filePosition,
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
    }),
}

export const listUpgradeClusters: Operation = {
  id: 'listUpgradeClusters',
  method: 'GET',
  path: '/upgrade/clusters',
  tag: TAG,
  summary: 'List the clusters whose bootstrap manifest has to be applied again with the upgrade',
  query: parameters,
  headers: [],
  body: null,
  responses: { 200: bootstrapsSchema },
  useCase: listUpgradeClustersUseCase.name,
  handle: (received) =>
    answerBootstraps(received, (page) => {
      const { process, session, query } = received
      return listUpgradeClustersUseCase.invoke(process, session, {
        change: readChange(query),
        ...page,
      })
    }),
}
