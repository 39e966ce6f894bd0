// Whether a tenant's chain is intact: followed from its first row to its head, in one snapshot of the database.
import { type Database, inTenant } from '#db/client.ts'
import { readAuditRows, readChainHead, sha256 } from '#db/queries/audit.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  CHAIN_START,
  type ChainEnd,
  type ChainFault,
  type ChainStep,
  followChain,
  headFault,
} from '#lib/domain/audit/audit-chain.ts'

const BATCH_ROWS = 2000

export async function verifyTenantChain(database: Database, tenant: number): Promise<ChainStep> {
  return inTenant(database, tenant, (tx) => verifyRows({ tx, tenant }), { readOnly: true })
}

async function verifyRows(scope: TenantScope): Promise<ChainStep> {
  let end: ChainEnd = CHAIN_START
  for (;;) {
    const rows = await readAuditRows(scope, { after: end.id, limit: BATCH_ROWS })
    for (const row of rows) {
      const step = followChain(sha256, end, row)
      if (!step.ok) return step
      end = step.end
    }
    if (rows.length < BATCH_ROWS) break
  }
  const fault = headFault(end, await readChainHead(scope))
  return fault ? { ok: false, fault } : { ok: true, end }
}

export function faultSentence({ id, kind }: ChainFault): string {
  switch (kind) {
    case 'changed':
      return `event ${id} is not what its hash covers: it was changed, put in or moved, or one before it was taken out`
    case 'missing':
      return `event ${id} is missing`
    case 'reordered':
      return `event ${id} is out of order`
    case 'truncated':
      return `event ${id} is missing, and all after it: the chain was cut off`
    case 'unheaded':
      return `event ${id} was added behind the end that the head names`
    case 'head':
      return `event ${id} is not the one whose hash the head names`
  }
}
