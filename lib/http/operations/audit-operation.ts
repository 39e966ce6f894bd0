import { listOperation } from '#lib/http/api/lists.ts'
import { auditList, auditRows } from '#lib/lists/audit.ts'
import { auditEventSchema } from '#lib/schemas/audit.ts'

export const listAudit = listOperation(auditList, {
  id: 'listAudit',
  path: '/audit',
  tag: 'audit',
  summary: 'List what was done and what was refused, newest first',
  item: auditEventSchema,
  ...auditRows,
})
