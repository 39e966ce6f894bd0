// What schedulers decide: what they are asked, and their answers.
import { z } from 'zod'
import { continueToken } from '#lib/domain/lists/parameters.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { readContinue } from '#lib/http/api/continue.ts'
import { jsonResponse, operation, type Received } from '#lib/http/api/operation.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import {
  answerWrite,
  readPrecondition,
  readWriteOptions,
  writeParameters,
} from '#lib/http/api/writes.ts'
import { ofParts } from '#lib/lists/positions.ts'
import { ANSWER_BYTES_MAX, decidedOutput, decisionInput, questionOutput } from '#lib/schemas/decision.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { answerDecisionUseCase } from '#lib/usecases/decisions/answer.ts'
import type { PageOfQuestion } from '#lib/usecases/decisions/question.ts'
import { readDecisionUseCase } from '#lib/usecases/decisions/read.ts'

const JSON_TYPES = ['application/json']
const PATH = '/target-policies/{name}/decision'
const TAG = 'target-policies'

const whole = z.number().min(0)
const questionPosition = ofParts({ change: whole, section: whole, row: whole, cluster: whole })

export const getDecision = operation({
  id: 'getDecision',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get what the scheduler of a policy is asked, and what is decided',
  query: z.object({ continue: continueToken('Where the page begins, as `next` says it.') }),
  responses: { 200: questionOutput },
  tagged: true,
  useCase: readDecisionUseCase,
  handle: async ({ services, session, path, query }) => {
    const policy = path['name'] ?? ''
    const page = pageOf(readContinue(questionPosition, query.continue))
    const { json, etag } = await readDecisionUseCase.invoke(services, session, { policy, page })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

function pageOf(
  position: { change: number; section: number; row: number; cluster: number } | null,
): PageOfQuestion | null {
  if (position === null) return null
  const { change, section, row, cluster } = position
  return { change, position: [section, row, cluster] }
}

export const answerDecision = operation({
  id: 'answerDecision',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Decide, as the scheduler of a policy, where its applications are placed',
  query: writeParameters,
  headers: ['If-Match', 'Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: decisionInput, types: JSON_TYPES, writes: ['decision'] },
  responses: { 200: decidedOutput.or(impactSchema) },
  useCase: answerDecisionUseCase,
  handle: answer,
})

async function answer(received: Received<z.output<typeof writeParameters>>): Promise<Response> {
  const { services, session, path, request } = received
  const precondition = readPrecondition(request)
  const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES, ANSWER_BYTES_MAX)
  const options = readWriteOptions(received, bodyHash)
  const input = { policy: path['name'] ?? '', body, precondition, options }
  const outcome = await answerDecisionUseCase.invoke(services, session, input)
  if (outcome.kind === 'impact') return answerWrite(outcome, { created: false })
  // It is kept that it waits, so this is no failure of the write.
  if (outcome.kind === 'waits') return problemResponse(outcome.why)
  const { change } = outcome
  return jsonResponse(
    { change },
    { headers: change === null ? {} : { 'Berth-Change': String(change) } },
  )
}
