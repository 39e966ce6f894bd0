// The API as tests call it: real operations on the real database, in a tenant of their own, without a server between.
import { inTenant } from '#db/client.ts'
import { findTenant } from '#db/queries/tenants.ts'
import { createTestTenant, testDatabase } from '#db/testing/database.ts'
import type { TokenRole } from '#lib/domain/access/token-grant.ts'
import { answer } from '#lib/http/api/answer.ts'
import { matchPath } from '#lib/http/operations/routes.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import { installServices } from '#lib/usecases/services.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { answerText } from './answer-text.ts'
import { undocumented } from './conformance.ts'
import { testSecrets } from './secrets.ts'

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a wrong path in a test is a failing assertion
  readonly json: any
}

export type Call = {
  readonly method?: string
  readonly body?: unknown
  /** A body that isn't JSON, or isn't what JSON.stringify writes. */
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
  readonly token?: string | null
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>

/** A tenant, an admin's token for it, and a way to call the API with that. */
export async function createTestApi(
  settings: Record<string, string> = {},
  database = testDatabase(),
) {
  const { name } = await createTestTenant(database)
  const tenant = (await findTenant(database, name))!
  const services = createServices(
    readEnvironment({
      LOG_LEVEL: 'silent',
      BERTH_URL: 'https://berth.example.com',
      // The environment's repository belongs to the tenant that the environment names.
      ...(settings['GITOPS_REPO_URL'] && { BERTH_TENANT: name }),
      ...(settings['OIDC_ISSUER'] && { OIDC_TENANT: name }),
      BERTH_RATE_BURST: '1000000',
      ...settings,
    }),
    database,
    testSecrets,
  )
  const token = (
    role: TokenRole,
    limits: { team?: string; cluster?: string; scheduler?: string; days?: number } = {},
  ) =>
    inTenant(database, tenant.id, async (tx) => {
      const request = {
        name: `test ${role}`,
        role,
        team: limits.team ?? null,
        cluster: limits.cluster ?? null,
        scheduler: limits.scheduler ?? null,
        days: limits.days ?? 1,
        createdBy: 'test',
      }
      return (await keepOwnToken({ tx, tenant: tenant.id }, request)).token
    })
  const admin = await token('admin')

  /** The answer before its body was read. */
  async function respond(path: string, options: Call = {}) {
    installServices(services)
    return dispatch(requestOf(path, { token: admin, ...options }))
  }

  async function call(path: string, options: Call = {}): Promise<Answer> {
    const { operation, response } = await respond(path, options)
    const text = await answerText(response)
    const isJson = response.headers.get('content-type')?.includes('json')
    const json: unknown = isJson ? JSON.parse(text) : null
    const faults = undocumented(operation, response, json)
    if (faults.length > 0) throw new Error(`${path}: ${faults.join('; ')} ${text}`)
    return { status: response.status, headers: response.headers, text, json }
  }

  return { call, respond, token, tenant, services, database }
}

function requestOf(path: string, { method, body, text, headers, token }: Call): Request {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return new Request(`https://berth.example.com/api/v1${path}`, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    body: payload,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
}

/** Also answers the operation that matched, which the answer is checked against. */
async function dispatch(request: Request) {
  const { pathname } = new URL(request.url)
  const match = matchPath(pathname).find(({ operation }) => operation.method === request.method)
  if (!match) throw new Error(`no operation ${request.method} ${pathname}`)
  const { operation, parameters } = match
  return { operation, response: await answer(operation, request, parameters) }
}
