// What somebody should hear of: their own changes that can't be published, and their tokens that end soon.
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { changes } from '../schema/change.ts'
import { publications } from '../schema/publication.ts'
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
