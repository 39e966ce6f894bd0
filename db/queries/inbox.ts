// What somebody should hear of: answers to their requests, their changes that can't be published, their tokens that end soon, and
// what fails.
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { AsksFor } from '#lib/domain/objects/team-request.ts'
import { branches } from '../schema/branch.ts'
import { changes } from '../schema/change.ts'
import { deliveries } from '../schema/delivery.ts'
import { publications } from '../schema/publication.ts'
import { teamRequests } from '../schema/team-request.ts'
import { tokens } from '../schema/token.ts'
import type { TenantScope } from './scope.ts'

export type FailedChange = { readonly id: number; readonly at: Date; readonly branches: number }

/** The newest changes of a person since an instant of which some branch could not be written. */
export async function listFailedChanges(
  { tx, tenant }: TenantScope,
  { actor, since, limit }: { readonly actor: string; readonly since: Date; readonly limit: number },
): Promise<FailedChange[]> {
  return tx
    .select({ id: changes.id, at: changes.at, branches: sql<number>`count(*)::int` })
    .from(changes)
    .innerJoin(
      publications,
      and(
        eq(publications.tenant, tenant),
        eq(publications.change, changes.id),
        eq(publications.state, 'failed'),
      ),
    )
    .where(and(eq(changes.tenant, tenant), eq(changes.actorId, actor), gt(changes.at, since)))
    .groupBy(changes.tenant, changes.id)
    .orderBy(desc(changes.id))
    .limit(limit)
}

export type EndingToken = { readonly id: string; readonly name: string; readonly expiresAt: Date }

/** The tokens of a person that end within some days, the first to end first. */
export async function listEndingTokens(
  { tx, tenant }: TenantScope,
  {
    person,
    days,
    limit,
  }: { readonly person: string; readonly days: number; readonly limit: number },
): Promise<EndingToken[]> {
  return tx
    .select({ id: tokens.id, name: tokens.name, expiresAt: tokens.expiresAt })
    .from(tokens)
    .where(
      and(
        eq(tokens.tenant, tenant),
        eq(tokens.person, person),
        isNull(tokens.revokedAt),
        gt(tokens.expiresAt, sql`now()`),
        sql`${tokens.expiresAt} < now() + make_interval(days => ${days})`,
        // One that was made for a few days ends as its maker meant it.
        sql`${tokens.expiresAt} - ${tokens.createdAt} > make_interval(days => ${days})`,
      ),
    )
    .orderBy(asc(tokens.expiresAt))
    .limit(limit)
}

/** The branches of the tenant that could not be written when it was last tried. */
export async function countFailingBranches({ tx, tenant }: TenantScope): Promise<number> {
  return tx.$count(branches, and(eq(branches.tenant, tenant), isNotNull(branches.error)))
}

/** What was given up of the tenant's deliveries within a day. */
export async function countFailedDeliveries({ tx, tenant }: TenantScope): Promise<number> {
  const isOfTheDay = sql`${deliveries.settledAt} > now() - interval '1 day'`
  return tx.$count(
    deliveries,
    and(eq(deliveries.tenant, tenant), eq(deliveries.state, 'failed'), isOfTheDay),
  )
}

export type AnsweredRequest = {
  readonly id: string
  readonly asksFor: AsksFor
  readonly team: string
  readonly state: 'approved' | 'declined'
  readonly at: Date
}

/** The requests of a person that somebody else settled since an instant, and whose answer the person hasn't read; newest first. */
export async function listAnsweredRequests(
  { tx, tenant }: TenantScope,
  { asker, since, limit }: { readonly asker: string; readonly since: Date; readonly limit: number },
): Promise<AnsweredRequest[]> {
  const { id, asksFor, body, state, decidedAt, decidedBy, answerSeenAt } = teamRequests
  return tx
    .select({
      id,
      asksFor,
      team: sql<string>`${body} ->> 'name'`,
      state: sql<AnsweredRequest['state']>`${state}`,
      at: sql<Date>`${decidedAt}`.mapWith(decidedAt),
    })
    .from(teamRequests)
    .where(
      and(
        eq(teamRequests.tenant, tenant),
        eq(teamRequests.asker, asker),
        inArray(state, ['approved', 'declined']),
        ne(decidedBy, asker),
        gt(decidedAt, since),
        isNull(answerSeenAt),
      ),
    )
    .orderBy(desc(decidedAt))
    .limit(limit)
}
