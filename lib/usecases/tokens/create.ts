import { randomBytes } from 'node:crypto'
import { inTenant } from '#db/client.ts'
import { readObject } from '#db/queries/objects.ts'
import { insertToken } from '#db/queries/tokens.ts'
import type { TenantRole } from '#lib/domain/actor.ts'
import type { Database } from '#db/client.ts'
import { hashToken } from './authenticate.ts'

export type TokenRequest = {
  readonly name: string
  readonly role: TenantRole
  readonly team: string | null
  readonly cluster: string | null
  readonly days: number
  readonly createdBy: string
}

/** Makes a token and answers it; only its hash is kept. Throws when the team or cluster doesn't exist. */
export async function createToken(
  database: Database,
  tenant: number,
  request: TokenRequest,
): Promise<string> {
  const token = `berth_${randomBytes(32).toString('base64url')}`
  await inTenant(database, tenant, async (tx) => {
    const scope = { tx, tenant }
    const idOf = async (kind: 'team' | 'cluster', name: string | null) => {
      if (name === null) return null
      const row = await readObject(scope, { kind, team: null, name }, null)
      if (!row) throw new Error(`There is no ${kind} ${name}.`)
      return row.object
    }
    const { name, role, days, createdBy } = request
    const team = await idOf('team', request.team)
    const cluster = await idOf('cluster', request.cluster)
    await insertToken(scope, { name, role, team, cluster, days, createdBy, hash: hashToken(token) })
  })
  return token
}
