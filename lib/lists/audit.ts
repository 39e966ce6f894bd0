// The audit: what was done and what was refused.
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import { auditParameters } from '#lib/domain/lists/list-parameters.ts'
import { singleLine } from '#lib/domain/text/text.ts'
import { readAuditDetails } from '#lib/schemas/audit.ts'
import { listAuditUseCase } from '#lib/usecases/audit/list.ts'
import { defineList, type RowForms } from './list.ts'
import { changePosition } from './positions.ts'

export const auditList = defineList({
  parameters: auditParameters,
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

export const auditRows: RowForms<HashedEvent> = { json: auditJson, columns }
