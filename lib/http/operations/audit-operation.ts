import { z } from 'zod'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { defineList, listOperation, searched } from '#lib/http/api/lists.ts'
import { changeNumber, instant, text, word } from '#lib/http/api/parameters.ts'
import { changePosition } from '#lib/http/api/positions.ts'
import { auditEventSchema, readAuditDetails } from '#lib/schemas/audit.ts'
import { listAuditUseCase } from '#lib/usecases/audit/list.ts'

export const auditList = defineList({
  parameters: z.object({
    q: searched(
      "Part of the action, the object, the actor's name or the code; or a whole address, request id or token id.",
    ),
    from: instant('From this instant on.'),
    to: instant('Before this instant.'),
    actor: text('Who: their id, or part of the name.'),
    action: text('What was asked for, such as `teams.create`, or `teams` for all of it.'),
    result: word(['accepted', 'refused'], 'Whether it was done.'),
    object: text('Part of what it was on, such as `application/ieb/app1`.'),
    change: changeNumber('Only what made this change.'),
  }),
  position: changePosition,
  useCase: listAuditUseCase,
  input: ({ q, ...filter }, { at, after, limit }) => ({
    at,
    before: after,
    limit,
    filter: { ...filter, text: q },
  }),
})

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

/** Each event is one line, whatever names contain. */
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

export const listAudit = listOperation(auditList, {
  id: 'listAudit',
  path: '/audit',
  tag: 'audit',
  summary: 'List what was done and what was refused, newest first',
  item: auditEventSchema,
  json: auditJson,
  columns,
})
