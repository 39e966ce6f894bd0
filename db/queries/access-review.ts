// What the groups and app roles of people give them.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RoleGrant } from '#lib/domain/access/access.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { KUBECTL_ROLES } from '#lib/domain/objects/bound-roles.ts'
import { readRows } from '../rows.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

const reviewed = z.strictObject({
  subject: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  signedInAt: z.date().nullable(),
  /** The team; empty: the whole tenant. */
  team: z.string(),
  role: z.enum(['admin', 'contributor', 'reader']),
  source: z.enum(['group', 'role']),
  value: z.string(),
  description: z.string(),
  /** The ClusterRole that is bound to the group in the team's namespaces; null: none is, for a role in the tenant. */
  clusterRole: z.enum(KUBECTL_ROLES).nullable(),
})
export type ReviewedRole = z.infer<typeof reviewed>

export type ReviewQuery = {
  /** Part of a person's name, e-mail address or subject, in any case. */
  readonly text: string | null
  readonly team: string | null
  /** What the environment grants: the database doesn’t know it. */
  readonly granted: readonly RoleGrant[]
}

export type ReviewPosition = Pick<
  ReviewedRole,
  'name' | 'subject' | 'team' | 'source' | 'value' | 'role'
>

/** A page of the people who are known, by name, each with every group and app role that gives them a role. */
export async function listReviewedRoles(
  scope: TenantScope,
  query: ReviewQuery,
  { after, limit }: { readonly after: ReviewPosition | null; readonly limit: number },
): Promise<ReviewedRole[]> {
  const isBeyond =
    after === null
      ? sql`true`
      : sql`(p.name, p.subject, g.team, g.source, g.value, g.role)
          > (${after.name}, ${after.subject}, ${after.team}, ${after.source}, ${after.value}, ${after.role})`
  return readRows(scope.tx, reviewed)`
    ${givenRoles(scope, query)}
    select p.subject, p.name, p.email, p.signed_in_at as "signedInAt", g.*
    ${reviewedPeople(scope, query)} and ${isBeyond}
    order by p.name, p.subject, g.team, g.source, g.value, g.role limit ${limit}`
}

export function countReviewedRoles(scope: TenantScope, query: ReviewQuery): Promise<Total> {
  return countRows(scope, sql`${givenRoles(scope, query)} select ${reviewedPeople(scope, query)}`)
}

/** `given`: what gives a role, in the tenant or in a team. */
function givenRoles({ tenant }: TenantScope, { granted }: ReviewQuery): SQL {
  return sql`with given as materialized (
    select '' as team, role, source, value, description, null::text as "clusterRole"
      from jsonb_to_recordset(${JSON.stringify(granted)}::jsonb)
        as known(role text, source text, value text, description text)
    union all
    select '', role, source, value, description, null from role_grants where tenant = ${tenant}
    union all
    select r.name, of_team->>'role', 'group', of_team->>'id', '',
        case of_team->>'role' when 'contributor' then r.body->>'kubectl' else 'view' end
      from revisions r, jsonb_array_elements(r.body->'groups') of_team
      where r.tenant = ${tenant} and r.kind = 'team' and r.ended is null)`
}

function reviewedPeople({ tenant }: TenantScope, { text, team }: ReviewQuery): SQL {
  const pattern = text === null ? null : likePattern(text)
  const isNamed =
    pattern === null
      ? sql`true`
      : sql`(p.name ilike ${pattern} or p.email ilike ${pattern} or p.subject ilike ${pattern})`
  return sql`from people p
    cross join lateral (
      select 'group' as source, unnest(p.groups) as value
      union select 'role', unnest(p.roles)) held
    join given g on g.source = held.source and g.value = held.value
    where p.tenant = ${tenant} and ${isNamed}
      and ${team === null ? sql`true` : sql`g.team = ${team}`}`
}
