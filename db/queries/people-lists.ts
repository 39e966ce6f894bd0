import { and, asc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Total } from '#lib/domain/lists/total.ts'
import { people } from '../schema/person.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

export type ListedPerson = Readonly<
  Pick<typeof people.$inferSelect, 'subject' | 'name' | 'email' | 'rightsState' | 'signedInAt'>
> & { readonly groups: number }

export type PeopleQuery = {
  /** Part of the name, the e-mail address or the subject, in any case. */
  readonly text: string | null
}

export type PersonPosition = Pick<ListedPerson, 'name' | 'subject'>

/** A page of the people who are known in a tenant, by name. */
export async function listPeople(
  scope: TenantScope,
  query: PeopleQuery,
  { after, limit }: { readonly after: PersonPosition | null; readonly limit: number },
): Promise<ListedPerson[]> {
  const isBeyond =
    after && sql`(${people.name}, ${people.subject}) > (${after.name}, ${after.subject})`
  return scope.tx
    .select({
      subject: people.subject,
      name: people.name,
      email: people.email,
      groups: sql<number>`cardinality(${people.groups})`,
      rightsState: people.rightsState,
      signedInAt: people.signedInAt,
    })
    .from(people)
    .where(and(isAskedFor(scope, query), isBeyond ?? undefined))
    .orderBy(asc(people.name), asc(people.subject))
    .limit(limit)
}

export function countPeople(scope: TenantScope, query: PeopleQuery): Promise<Total> {
  return countRows(scope, sql`select from ${people} where ${isAskedFor(scope, query)}`)
}

function isAskedFor({ tenant }: TenantScope, { text }: PeopleQuery): SQL | undefined {
  const isOfTenant = eq(people.tenant, tenant)
  if (text === null) return isOfTenant
  const columns = [people.name, people.email, people.subject]
  return and(isOfTenant, or(...columns.map((column) => ilike(column, likePattern(text)))))
}
