// Requests for teams are made by people alone, and the API's tests speak with tokens: here somebody asks.
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
}

export const wish = { name: 'wanted', purpose: 'Runs what nobody runs yet.' }

/** What the newcomer is answered who asks for a team. */
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

/** A request that is open, of somebody who isn't asked anything in the test. */
export async function insertTeamRequest(
  { database, tenant }: Pick<TestApi, 'database' | 'tenant'>,
  id: string,
  name: string = wish.name,
): Promise<void> {
  const body = { ...wish, groups: [], name }
  await inTenant(database, tenant.id, (tx) =>
    tx.execute(sql`
      insert into team_requests (tenant, id, asker, asker_name, body)
      values (${tenant.id}, ${id}::uuid, 'somebody', ${name}, ${JSON.stringify(body)}::jsonb)`),
  )
}
