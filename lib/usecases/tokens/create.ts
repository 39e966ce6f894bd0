import { randomBytes } from 'node:crypto'
import { type Database, inTenant } from '#db/client.ts'
import { readObject } from '#db/queries/objects.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { TokenLimit } from '#db/queries/token-lists.ts'
import { insertToken } from '#db/queries/tokens.ts'
import type { TokenGrant } from '#lib/domain/access/token-grant.ts'
import { isStorable } from '#lib/domain/text/text.ts'
import { recordCommand } from '../audit/commands.ts'
import { auditName } from '../audit/subject.ts'
import { hashToken } from './authenticate.ts'
import { tokenSubject } from './represent.ts'

export type TokenRequest = TokenGrant & {
  readonly name: string
  readonly days: number
  readonly createdBy: string
}

/** Makes a token with rights of its own and answers it. Throws when what limits it doesn't exist. */
export async function createToken(
  database: Database,
  tenant: number,
  request: TokenRequest,
): Promise<string> {
  return inTenant(database, tenant, async (tx) => {
    const scope = { tx, tenant }
    const { id, token } = await keepOwnToken(scope, request)
    const { createdBy, ...after } = request
    const record = { object: auditName(tokenSubject, id), before: null, after }
    await recordCommand(scope, createdBy, 'tokens.create', record)
    return token
  })
}

/** As `createToken`, but without an entry in the audit. */
export async function keepOwnToken(scope: TenantScope, request: TokenRequest) {
  const idOf = async (kind: TokenLimit, name: string | null) => {
    const id = await findLimit(scope, kind, name)
    if (id === undefined) throw new Error(`There is no ${kind} ${name}.`)
    return id
  }
  const team = await idOf('team', request.team)
  const cluster = await idOf('cluster', request.cluster)
  const scheduler = await idOf('scheduler', request.scheduler)
  const limits = { team, cluster, scheduler }
  return keepToken(scope, { ...request, ...limits, person: null, payer: null, endsBy: null })
}

/** The id of what a token is limited to; undefined: there is none with that name. */
export async function findLimit(
  scope: TenantScope,
  kind: TokenLimit,
  name: string | null,
): Promise<number | null | undefined> {
  if (name === null) return null
  if (!isStorable(name)) return undefined
  const row = await readObject(scope, { kind, team: null, name }, { change: null, teams: null })
  return row?.object
}

type NewToken = Omit<Parameters<typeof insertToken>[1], 'hash'>

/** Only its hash is stored, so only the recipient of the answer ever sees the token. */
export async function keepToken(
  scope: TenantScope,
  token: NewToken,
): Promise<{ readonly id: string; readonly token: string }> {
  const text = `berth_${randomBytes(32).toString('base64url')}`
  return { id: await insertToken(scope, { ...token, hash: hashToken(text) }), token: text }
}
