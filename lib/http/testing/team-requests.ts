// Only people can ask for teams, but the API's tests use tokens: here a person asks.
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { problemOf } from '#lib/http/api/problem.ts'
import { ownSession } from '#lib/usecases/session.ts'
import { askForMoreUseCase } from '#lib/usecases/team-requests/ask-for-more.ts'
import { askForTeamUseCase } from '#lib/usecases/team-requests/ask.ts'
import type { TestApi } from './api.ts'

/** A person without any role. */
const newcomer: Actor = {
  kind: 'person',
  id: 'newcomer',
  name: 'newcomer',
  email: null,
  role: null,
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}

export const wish = {
  name: 'wanted',
  groups: [{ id: 'wanted-people', role: 'contributor' }],
  purpose: 'Runs what nobody runs yet.',
}

type Asked = { readonly status: number; readonly code: string | null }

/** Asks for a team as the newcomer; answers the status, and the code of a refusal. */
export async function askForTeam(
  { services, tenant }: Pick<TestApi, 'services' | 'tenant'>,
  over: object = {},
): Promise<Asked> {
  const asked = { body: { ...wish, ...over }, dryRun: false }
  return answered(askForTeamUseCase.invoke(services, ownSession(tenant, newcomer), asked))
}

/** What a team that exists may ask for. */
export const limitsWish = { purpose: wish.purpose, cluster_boundary: '*' }

/** Asks for a team that exists, as a contributor of it. */
export async function askForMore(
  { services, tenant }: Pick<TestApi, 'services' | 'tenant'>,
  { team = 'ieb', body = limitsWish }: { team?: string; body?: unknown } = {},
): Promise<Asked & { readonly id: string | null }> {
  const member: Actor = { ...newcomer, id: 'member', teams: new Map([[team, 'contributor']]) }
  const input = { team, body, dryRun: false }
  const asking = askForMoreUseCase.invoke(services, ownSession(tenant, member), input)
  const { status, code } = await answered(asking)
  return { status, code, id: status === 201 ? (await asking).id : null }
}

async function answered(asking: Promise<unknown>): Promise<Asked> {
  try {
    await asking
    return { status: 201, code: null }
  } catch (error) {
    const { status, code } = problemOf(error)
    return { status, code }
  }
}

/** An open request of somebody who does nothing else in the test. */
export async function insertTeamRequest(
  { database, tenant }: Pick<TestApi, 'database' | 'tenant'>,
  id: string,
  name: string = wish.name,
): Promise<void> {
  const body = { ...wish, name }
  await inTenant(database, tenant.id, (tx) =>
    tx.execute(sql`
      insert into team_requests (tenant, id, asker, asker_name, body)
      values (${tenant.id}, ${id}::uuid, 'somebody', ${name}, ${JSON.stringify(body)}::jsonb)`),
  )
}
