// Rollouts: started by people and pipelines, carried out by Berth, held up and taken back by people.
import { z } from 'zod'
import { continueToken, count, flag, word } from '#lib/domain/lists/parameters.ts'
import { bodyHashOf } from '#lib/http/api/body-hash.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { readContinue, writeContinue } from '#lib/http/api/continue.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  DIFF_FILES,
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
import { ofParts } from '#lib/lists/positions.ts'
import type { FileDiffPage } from '#lib/usecases/changes/file-diffs.ts'
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
import type { WaveDiff } from '#lib/usecases/rollouts/plan.ts'
import { resumeRolloutUseCase } from '#lib/usecases/rollouts/resume.ts'
import { rollBackRolloutUseCase } from '#lib/usecases/rollouts/rollback.ts'
import { type StartOutcome, startRolloutUseCase } from '#lib/usecases/rollouts/start.ts'
import { isKnown } from './object-operations.ts'

const TAG = 'rollouts'
const ITEM = '/rollouts/{id}'
const JSON_TYPES = ['application/json']
const ACT_HEADERS = ['If-Match', 'Idempotency-Key', 'Berth-Reason'] as const

const startParameters = z.object({
  dryRun: flag('Answer what each wave would do, and keep nothing.'),
  confirmChanges: count('The exact number of placements that all waves change, when asked for it.'),
  override: flag(
    'Start it although its version has not come so far; for overriders and admins, with a reason of 10 characters.',
  ),
})
type StartQuery = z.output<typeof startParameters>

function startOptions(received: Received<StartQuery>, bodyHash: string | null): WriteOptions {
  const { dryRun, confirmChanges, override } = received.query
  return { ...plainOptions(received, bodyHash), dryRun, confirmChanges, override }
}

const stopParameters = z.object({
  override: flag('Do it although only deployers may; for admins, with a reason of 10 characters.'),
})

/** What every write of a rollout may say. */
function plainOptions({ request }: Pick<Received, 'request'>, bodyHash: string | null) {
  return {
    ...PLAIN_WRITE,
    reason: readReason(request.headers.get('berth-reason')),
    expectedImpact: request.headers.get('berth-impact'),
    idempotency: readIdempotency(request, bodyHash),
  }
}

/** An act has no body. A dry run may leave out what it isn't about. */
function actOf({ path, request }: Pick<Received, 'path' | 'request'>, options: WriteOptions) {
  const precondition = options.dryRun ? ('*' as const) : readPrecondition(request)
  return { id: idOf(path), precondition, options }
}

function answered({ json, etag }: RolloutAnswer, headers: Record<string, string> = {}): Response {
  return jsonResponse(json, { headers: { ETag: etag, ...headers } })
}

function diffJson({ diff }: { readonly diff: FileDiffPage | null }) {
  if (diff === null) return {}
  const { files, nextFile } = diff
  return { diff: files, continue: nextFile === null ? null : writeContinue([nextFile]) }
}

function answerStart(outcome: StartOutcome): Response {
  if (outcome.kind === 'preview') return jsonResponse({ ...outcome.preview, ...diffJson(outcome) })
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

const filePosition = ofParts({ file: z.number().min(0) })

type DiffQuery = StartQuery & {
  readonly include: 'diff' | null
  readonly wave: number | null
  readonly continue: string | null
}

function diffOf({ dryRun, include, wave, continue: token }: DiffQuery): WaveDiff | null {
  const { file: offset } = readContinue(filePosition, token) ?? { file: 0 }
  if (!dryRun || include === null) return null
  return { wave: wave ?? 1, slice: { offset, limit: DIFF_FILES } }
}

export const startRollout = operation({
  id: 'startRollout',
  method: 'POST',
  path: '/rollouts',
  tag: TAG,
  summary: 'Roll a version of an application out to an environment, wave by wave',
  query: startParameters.extend({
    supersede: flag('End the rollout that is under way there by this one.'),
    include: word(
      ['diff'],
      'With `dryRun`: `diff` adds the unified diff of the Git tree of one wave, paged by file.',
    ),
    wave: count('With `include=diff`: of which wave, from 1; absent: the first.'),
    continue: continueToken('The `continue` of the page of the diff before.'),
  }),
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: rolloutInput, types: JSON_TYPES, writes: ['rollout'] },
  responses: { 200: rolloutPreview, 201: rolloutOutput },
  useCase: startRolloutUseCase,
  handle: async (received) => {
    const { services, session, query } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const options = startOptions(received, bodyHash)
    const input = { body, supersede: query.supersede, diff: diffOf(query), options }
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
    const options = plainOptions(received, await bodyHashOf(received.request, []))
    const act = actOf(received, options)
    return answered(await pauseRolloutUseCase.invoke(services, session, act))
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
    const options = startOptions(received, await bodyHashOf(received.request, []))
    const act = actOf(received, options)
    const outcome = await resumeRolloutUseCase.invoke(services, session, act)
    return outcome.kind === 'preview' ? jsonResponse(outcome.preview) : answered(outcome)
  },
})

export const abortRollout = operation({
  id: 'abortRollout',
  method: 'POST',
  path: `${ITEM}/abort`,
  tag: TAG,
  summary: 'End a rollout, and leave everything as it is',
  query: stopParameters,
  headers: ACT_HEADERS,
  responses: { 200: rolloutOutput },
  useCase: abortRolloutUseCase,
  handle: async (received) => {
    const { services, session, query } = received
    const plain = plainOptions(received, await bodyHashOf(received.request, []))
    const act = actOf(received, { ...plain, override: query.override })
    return answered(await abortRolloutUseCase.invoke(services, session, act))
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
    const options = readWriteOptions(received, await bodyHashOf(received.request, []))
    const act = actOf(received, options)
    const outcome = await rollBackRolloutUseCase.invoke(services, session, act)
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
  headers: ['Idempotency-Key', 'Berth-Impact'],
  body: { schema: approvalInput, types: JSON_TYPES, writes: ['approval'] },
  responses: { 200: rolloutOutput },
  useCase: approveRolloutUseCase,
  handle: async (received) => {
    const { services, session, path } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const input = { id: idOf(path), body, options: plainOptions(received, bodyHash) }
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
    confirmChanges: count(
      'The exact number of placements that the wave changes, with those that follow it at once, and those that it is for besides.',
    ),
  }),
  headers: ['Idempotency-Key'],
  body: { schema: overrideInput, types: JSON_TYPES, writes: ['override'] },
  responses: { 200: rolloutOutput },
  useCase: overrideRolloutUseCase,
  handle: async (received) => {
    const { services, session, path, query } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const options = { ...plainOptions(received, bodyHash), confirmChanges: query.confirmChanges }
    const input = { id: idOf(path), body, options }
    return answered(await overrideRolloutUseCase.invoke(services, session, input))
  },
})
