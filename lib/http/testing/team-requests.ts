// Only people can ask for teams, but the API's tests use tokens: here a person asks.
import { sql } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { problemOf } from '#lib/http/api/problem.ts'
import { ownSession } from '#lib/usecases/session.ts'
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
  cluster: null,
  registers: false,
}

export const wish = {
  name: 'wanted',
  groups: [{ id: 'wanted-people', role: 'contributor' }],
  purpose: 'Runs what nobody runs yet.',
}

/** Asks for a team as the newcomer; answers the status, and the code of a refusal. */
export async function askForTeam(
  { services, tenant }: Pick<TestApi, 'services' | 'tenant'>,
  over: object = {},
): Promise<{ status: number; code: string | null }> {
  const asked = { body: { ...wish, ...over }, dryRun: false }
  try {
    await askForTeamUseCase.invoke(services, ownSession(tenant, newcomer), asked)
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
