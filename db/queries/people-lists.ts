import { sql } from 'drizzle-orm'
import type { Total } from '#lib/domain/lists/total.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

export type ListedPerson = {
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly groups: number
  readonly rightsState: 'read' | 'unavailable'
  readonly signedInAt: Date | null
}

export type PeopleQuery = {
  /** Part of the name, the e-mail address or the subject, in any case. */
  readonly text: string | null
}

export type PersonPosition = Pick<ListedPerson, 'name' | 'subject'>

type Row = Omit<ListedPerson, 'signedInAt'> & { signedInAt: string | null }

/** A page of the people that a tenant knows, by name. */
export async function listPeople(
  scope: TenantScope,
  query: PeopleQuery,
  { after, limit }: { readonly after: PersonPosition | null; readonly limit: number },
): Promise<ListedPerson[]> {
  const rows = await scope.tx.execute<Row>(sql`
    select subject, name, email, cardinality(groups) as groups, rights_state as "rightsState",
      signed_in_at as "signedInAt"
    from people where ${isAskedFor(scope, query)}
      ${after ? sql`and (name, subject) > (${after.name}, ${after.subject})` : sql``}
    order by name, subject limit ${limit}`)
  return rows.map((row) => ({
    ...row,
    signedInAt: row.signedInAt === null ? null : new Date(row.signedInAt),
  }))
}

export function countPeople(scope: TenantScope, query: PeopleQuery): Promise<Total> {
  return countRows(scope, sql`select from people where ${isAskedFor(scope, query)}`)
}

function isAskedFor({ tenant }: TenantScope, { text }: PeopleQuery) {
  if (text === null) return sql`tenant = ${tenant}`
  const pattern = likePattern(text)
  return sql`tenant = ${tenant}
    and (name ilike ${pattern} or email ilike ${pattern} or subject ilike ${pattern})`
}
