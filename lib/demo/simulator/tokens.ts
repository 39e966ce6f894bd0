// The tokens with which the demo's clusters report. They follow from a secret of the installation, because tokens aren't
// stored: so a cluster has the same one after each start, and none once somebody has revoked it.
import { createHmac } from 'node:crypto'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { insertToken, livingTokens, wereTokens } from '#db/queries/tokens.ts'
import { recordCommand } from '#lib/usecases/audit/commands.ts'
import { auditName } from '#lib/usecases/audit/subject.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { hashToken } from '#lib/usecases/tokens/authenticate.ts'
import { findLimit } from '#lib/usecases/tokens/create.ts'
import { tokenSubject } from '#lib/usecases/tokens/represent.ts'

const DAYS = 365
const COMMAND = 'npm run demo'

/** Gives clusters of the demo their tokens, unless they have or had them. */
export async function giveClusterTokens(
  services: Services,
  tenant: TenantIdentity,
  clusters: readonly string[],
): Promise<void> {
  const hashes = new Map(clusters.map((name) => [name, hashOf(services, tenant, name)]))
  await inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const given = await wereTokens(scope, [...hashes.values()])
    for (const [name, hash] of hashes) {
      if (!given.has(hexOf(hash))) await giveToken(scope, name, hash)
    }
  })
}

async function giveToken(scope: TenantScope, name: string, hash: Uint8Array): Promise<void> {
  const cluster = await findLimit(scope, 'cluster', name)
  if (cluster === undefined || cluster === null) return
  const said = { name: `Demo cluster ${name}`, role: 'reader', team: null } as const
  const limits = {
    cluster,
    scheduler: null,
    createdBy: COMMAND,
    person: null,
    payer: null,
    endsBy: null,
  }
  const id = await insertToken(scope, { ...said, ...limits, hash, days: DAYS })
  const after = { ...said, cluster: name, days: DAYS }
  const object = auditName(tokenSubject, id)
  await recordCommand(scope, COMMAND, 'tokens.create', { object, before: null, after })
}

/** The tokens of those that have one, by the clusters' names. */
export async function clusterTokens(
  services: Services,
  tenant: TenantIdentity,
  clusters: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = clusters.map((name) => hashOf(services, tenant, name))
  const living = await inTenant(
    services.database,
    tenant.id,
    (tx) => livingTokens({ tx, tenant: tenant.id }, hashes),
    { readOnly: true },
  )
  const holders = clusters.filter((_, index) => living.has(hexOf(hashes[index]!)))
  return new Map(holders.map((name) => [name, tokenOf(services, tenant, name)]))
}

function tokenOf({ sessionSecret }: Services, { id }: TenantIdentity, cluster: string): string {
  const hmac = createHmac('sha256', sessionSecret).update(`demo cluster ${id} ${cluster}`)
  return `berth_${hmac.digest('base64url')}`
}

function hashOf(services: Services, tenant: TenantIdentity, cluster: string): Uint8Array {
  return hashToken(tokenOf(services, tenant, cluster))
}

const hexOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')
