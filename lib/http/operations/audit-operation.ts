// The audit over REST, and how its address is read: its page has the same filters.
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { answerList, listParameters, textParameter } from '#lib/http/api/lists.ts'
import type { Operation, QueryParameter } from '#lib/http/api/operation.ts'
import {
  CHANGE_NUMBERS,
  type Parameters,
  readChange,
  readInstant,
  readText,
  readWord,
} from '#lib/http/api/parameters.ts'
import { changePosition } from '#lib/http/api/positions.ts'
import { listSchema } from '#lib/http/api/response-schemas.ts'
import { auditEventSchema, readAuditDetails } from '#lib/schemas/audit.ts'
import { type AuditFilter, listAuditUseCase } from '#lib/usecases/audit/list.ts'

const RESULTS = ['accepted', 'refused'] as const

const filterParameter = (
  name: string,
  description: string,
  schema: QueryParameter['schema'] = { type: 'string' },
): QueryParameter => ({ name, description, schema })

export const listAudit: Operation = {
  id: 'listAudit',
  method: 'GET',
  path: '/audit',
  tag: 'audit',
  summary: 'List what was done and what was refused, newest first',
  query: [
    ...listParameters,
    {
      ...textParameter,
      description:
        "Part of the action, the object, the actor's name or the code; or a whole address, request id or token id.",
    },
    filterParameter('from', 'From this instant on.'),
    filterParameter('to', 'Before this instant.'),
    filterParameter('actor', 'Who: their id, or part of the name.'),
    filterParameter(
      'action',
      'What was asked for, such as `teams.create`, or `teams` for all of it.',
    ),
    filterParameter('result', 'Whether it was done.', { type: 'string', enum: RESULTS }),
    filterParameter('object', 'Part of what it was on, such as `application/ieb/app1`.'),
    filterParameter('change', 'Only what made this change.', {
      type: 'integer',
      ...CHANGE_NUMBERS,
    }),
  ],
  headers: [],
  body: null,
  responses: { 200: listSchema(auditEventSchema) },
  useCase: listAuditUseCase.name,
  handle: (received) =>
    answerList<HashedEvent, number>(received, {
      load: ({ at, after, limit }) =>
        listAuditUseCase.invoke(received.process, received.session, {
          at,
          before: after,
          limit,
          filter: readAuditFilter(received.query, readInstant(received.query, 'to')),
        }),
      ...changePosition,
      json: auditJson,
      columns,
    }),
}

/** What an address asks of the audit; `to` is told, as a page means a whole day by a date. */
export function readAuditFilter(query: Parameters, to: Date | null): AuditFilter {
  return {
    from: readInstant(query, 'from'),
    to,
    actor: readText(query, 'actor'),
    action: readText(query, 'action'),
    result: readWord(query, 'result', RESULTS, null),
    object: readText(query, 'object'),
    change: readChange(query),
    text: readText(query, 'q'),
  }
}

function auditJson(event: HashedEvent) {
  const { id, at, address, token, action, object, result, code, change, hash } = event
  return {
    id,
    at,
    actor: { kind: event.actorKind, id: event.actorId, name: event.actorName },
    address,
    request_id: event.requestId,
    token,
    action,
    object,
    result,
    code,
    change,
    details: readAuditDetails(event.details),
    hash,
  }
}

/** Each event is one line, whatever people call things. */
const line = (read: (event: HashedEvent) => string | null) => (event: HashedEvent) => {
  const text = read(event)
  return text === null ? null : singleLine(text)
}

const columns = {
  id: ({ id }: HashedEvent) => id,
  at: ({ at }: HashedEvent) => at,
  actor_kind: ({ actorKind }: HashedEvent) => actorKind,
  actor_id: line(({ actorId }) => actorId),
  actor: line(({ actorName }) => actorName),
  address: line(({ address }) => address),
  request_id: line(({ requestId }) => requestId),
  token: line(({ token }) => token),
  action: line(({ action }) => action),
  object: line(({ object }) => object),
  result: ({ result }: HashedEvent) => result,
  code: line(({ code }) => code),
  change: ({ change }: HashedEvent) => change,
  details: line(({ details }) => details),
  hash: ({ hash }: HashedEvent) => hash,
}
