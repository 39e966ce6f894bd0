// Rollouts: started by people and pipelines, carried out by Berth, held up and taken back by people.
import { z } from 'zod'
import { count, flag } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  readIdempotency,
  readPrecondition,
  readReason,
  readWriteOptions,
  writeParameters,
} from '#lib/http/api/writes.ts'
import {
  idOf,
  rolloutClusterList,
  rolloutClusterRows,
  rolloutEventList,
  rolloutEventRows,
  rolloutList,
  rolloutRows,
} from '#lib/lists/rollouts.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import {
  approvalInput,
  checkInput,
  overrideInput,
  rolloutClusterOutput,
  rolloutEventOutput,
  rolloutInput,
  rolloutOutput,
  rolloutPreview,
  rolloutRowOutput,
} from '#lib/schemas/rollout.ts'
import { abortRolloutUseCase } from '#lib/usecases/rollouts/abort.ts'
import { approveRolloutUseCase } from '#lib/usecases/rollouts/approve.ts'
import { overrideRolloutUseCase } from '#lib/usecases/rollouts/override.ts'
import { postCheckUseCase } from '#lib/usecases/rollouts/post-check.ts'
import { pauseRolloutUseCase } from '#lib/usecases/rollouts/pause.ts'
import { getRolloutUseCase } from '#lib/usecases/rollouts/read.ts'
import type { RolloutAnswer } from '#lib/usecases/rollouts/represent.ts'
import { resumeRolloutUseCase } from '#lib/usecases/rollouts/resume.ts'
import { rollBackRolloutUseCase } from '#lib/usecases/rollouts/rollback.ts'
import { type StartOutcome, startRolloutUseCase } from '#lib/usecases/rollouts/start.ts'
import { isKnown } from './object-operations.ts'

const TAG = 'rollouts'
const ITEM = '/rollouts/{id}'
const JSON_TYPES = ['application/json']
const ACT_HEADERS = ['If-Match', 'Berth-Reason'] as const

const startParameters = z.object({
  dryRun: flag('Answer what each wave would do, and keep nothing.'),
  confirmChanges: count('The exact number of placements that all waves change, when asked for it.'),
  override: flag(
    'Start it although its version has not come so far; for overriders and admins, with a reason of 10 characters.',
  ),
})
type StartQuery = z.output<typeof startParameters>

function startOptions(
  { query, request }: Received<StartQuery>,
  bodyHash: string | null,
): WriteOptions {
  const { dryRun, confirmChanges, override } = query
  return {
    ...PLAIN_WRITE,
    dryRun,
    confirmChanges,
    override,
    reason: readReason(request.headers.get('berth-reason')),
    expectedImpact: request.headers.get('berth-impact'),
    idempotency: readIdempotency(request, bodyHash),
  }
}

/** A dry run may leave out what it isn't about. */
function actOf({ path, request }: Received, isDryRun = false) {
  return {
    id: idOf(path),
    precondition: isDryRun ? ('*' as const) : readPrecondition(request),
    reason: readReason(request.headers.get('berth-reason')),
  }
}

function answered({ json, etag }: RolloutAnswer, headers: Record<string, string> = {}): Response {
  return jsonResponse(json, { headers: { ETag: etag, ...headers } })
}

function answerStart(outcome: StartOutcome): Response {
  if (outcome.kind === 'preview') return jsonResponse(outcome.preview)
  const { json, etag } = outcome
  const headers = { ETag: etag, Location: apiPaths.rollout(json.id) }
  return jsonResponse(json, { status: 201, headers })
}

export const listRollouts = listOperation(rolloutList, {
  id: 'listRollouts',
  path: '/rollouts',
  tag: TAG,
  summary: 'List rollouts, newest first',
  item: rolloutRowOutput,
  ...rolloutRows,
})

export const startRollout = operation({
  id: 'startRollout',
  method: 'POST',
  path: '/rollouts',
  tag: TAG,
  summary: 'Roll a version of an application out to an environment, wave by wave',
  query: startParameters.extend({
    supersede: flag('End the rollout that is under way there by this one.'),
  }),
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: rolloutInput, types: JSON_TYPES, writes: ['rollout'] },
  responses: { 200: rolloutPreview, 201: rolloutOutput },
  useCase: startRolloutUseCase,
  handle: async (received) => {
    const { services, session, query } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const options = startOptions(received, bodyHash)
    const input = { body, supersede: query.supersede, options }
    return answerStart(await startRolloutUseCase.invoke(services, session, input))
  },
})

export const getRollout = operation({
  id: 'getRollout',
  method: 'GET',
  path: ITEM,
  tag: TAG,
  summary: 'Get a rollout, and what each of its waves waits for',
  query: noParameters,
  responses: { 200: rolloutOutput, 304: null },
  useCase: getRolloutUseCase,
  handle: async ({ services, session, path, request }) => {
    const answer = await getRolloutUseCase.invoke(services, session, { id: idOf(path) })
    const { json, etag } = answer
    // What it waits for, before it is over, changes with time alone.
    const isSettled = json.ended_at !== null
    if (isSettled && isKnown(request, etag)) {
      return new Response(null, { status: 304, headers: { ETag: etag } })
    }
    return answered(answer)
  },
})

export const listRolloutEvents = listOperation(rolloutEventList, {
  id: 'listRolloutEvents',
  path: `${ITEM}/events`,
  tag: TAG,
  summary: 'List what happened to a rollout, in order',
  item: rolloutEventOutput,
  ...rolloutEventRows,
})

export const listRolloutClusters = listOperation(rolloutClusterList, {
  id: 'listRolloutClusters',
  path: `${ITEM}/clusters`,
  tag: TAG,
  summary: 'List the clusters of a rollout, wave by wave',
  item: rolloutClusterOutput,
  ...rolloutClusterRows,
})

export const pauseRollout = operation({
  id: 'pauseRollout',
  method: 'POST',
  path: `${ITEM}/pause`,
  tag: TAG,
  summary: 'Pause a rollout: no further wave is released until it is resumed',
  query: noParameters,
  headers: ACT_HEADERS,
  responses: { 200: rolloutOutput },
  useCase: pauseRolloutUseCase,
  handle: async (received) => {
    const { services, session } = received
    return answered(await pauseRolloutUseCase.invoke(services, session, actOf(received)))
  },
})

export const resumeRollout = operation({
  id: 'resumeRollout',
  method: 'POST',
  path: `${ITEM}/resume`,
  tag: TAG,
  summary: 'Resume a paused rollout',
  query: startParameters,
  headers: [...ACT_HEADERS, 'Berth-Impact'],
  responses: { 200: rolloutOutput.or(rolloutPreview) },
  useCase: resumeRolloutUseCase,
  handle: async (received) => {
    const { services, session } = received
    const act = actOf(received, received.query.dryRun)
    const options = startOptions(received, null)
    const outcome = await resumeRolloutUseCase.invoke(services, session, { ...act, options })
    return outcome.kind === 'preview' ? jsonResponse(outcome.preview) : answered(outcome)
  },
})

export const abortRollout = operation({
  id: 'abortRollout',
  method: 'POST',
  path: `${ITEM}/abort`,
  tag: TAG,
  summary: 'End a rollout, and leave everything as it is',
  query: noParameters,
  headers: ACT_HEADERS,
  responses: { 200: rolloutOutput },
  useCase: abortRolloutUseCase,
  handle: async (received) => {
    const { services, session } = received
    return answered(await abortRolloutUseCase.invoke(services, session, actOf(received)))
  },
})

export const rollBackRollout = operation({
  id: 'rollBackRollout',
  method: 'POST',
  path: `${ITEM}/rollback`,
  tag: TAG,
  summary:
    'Give the clusters of a rollout what they had before; of a completed one, by another rollout',
  query: writeParameters,
  headers: [...ACT_HEADERS, 'Berth-Impact'],
  responses: { 200: rolloutOutput.or(rolloutPreview).or(impactSchema), 201: rolloutOutput },
  useCase: rollBackRolloutUseCase,
  handle: async (received) => {
    const { services, session } = received
    const act = actOf(received, received.query.dryRun)
    const options = readWriteOptions(received, null)
    const outcome = await rollBackRolloutUseCase.invoke(services, session, { ...act, options })
    if (outcome.kind === 'impact') return answerWrite(outcome, { created: false })
    if (outcome.kind !== 'rolled_back') return answerStart(outcome)
    const { change } = outcome
    return answered(outcome, change === null ? {} : { 'Berth-Change': String(change) })
  },
})

export const approveRollout = operation({
  id: 'approveRollout',
  method: 'POST',
  path: `${ITEM}/approvals`,
  tag: TAG,
  summary: 'Approve or refuse the next wave of a rollout, as its digest says that it was seen',
  query: noParameters,
  headers: ['Berth-Impact'],
  body: { schema: approvalInput, types: JSON_TYPES, writes: ['approval'] },
  responses: { 200: rolloutOutput },
  useCase: approveRolloutUseCase,
  handle: async (received) => {
    const { services, session, path, request } = received
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { id: idOf(path), body, digest: request.headers.get('berth-impact') }
    return answered(await approveRolloutUseCase.invoke(services, session, input))
  },
})

export const postRolloutCheck = operation({
  id: 'postRolloutCheck',
  method: 'POST',
  path: `${ITEM}/checks/{name}`,
  tag: TAG,
  summary: 'Say of a wave whether what a program checked is well',
  query: noParameters,
  headers: ['Idempotency-Key'],
  body: { schema: checkInput, types: JSON_TYPES, writes: ['check'] },
  responses: { 200: rolloutOutput },
  useCase: postCheckUseCase,
  handle: async (received) => {
    const { services, session, path, request } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const options = { ...PLAIN_WRITE, idempotency: readIdempotency(request, bodyHash) }
    const input = { id: idOf(path), name: path['name'] ?? '', body, options }
    return answered(await postCheckUseCase.invoke(services, session, input))
  },
})

export const overrideRollout = operation({
  id: 'overrideRollout',
  method: 'POST',
  path: `${ITEM}/override`,
  tag: TAG,
  summary: 'Pass gates of a wave that do not hold; for overriders and admins',
  query: z.object({
    confirmChanges: count('The exact number of placements that the wave changes.'),
  }),
  body: { schema: overrideInput, types: JSON_TYPES, writes: ['override'] },
  responses: { 200: rolloutOutput },
  useCase: overrideRolloutUseCase,
  handle: async (received) => {
    const { services, session, path, query } = received
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { id: idOf(path), body, confirmChanges: query.confirmChanges }
    return answered(await overrideRolloutUseCase.invoke(services, session, input))
  },
})
