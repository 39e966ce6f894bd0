// Who may do what in a tenant, as far as the database knows: which groups and app roles give which role.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Memberships } from '#lib/domain/access/access.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import { people } from '../schema/person.ts'
import { revisions } from '../schema/revision.ts'
import { roleGrants } from '../schema/role-grant.ts'
import { tenants } from '../schema/tenant.ts'
import { tokens } from '../schema/token.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type RoleGrantRow = Readonly<
  Omit<typeof roleGrants.$inferSelect, 'tenant' | 'createdAt' | 'createdBy'>
>

const { id, source, value, role, description } = roleGrants
export const grantColumns = { id, source, value, role, description }

type TeamGroups = readonly { readonly id: string; readonly role: TeamRole }[]

export type AccessRows = {
  /** The version for which these rows are valid. */
  readonly version: number
  readonly grants: readonly RoleGrantRow[]
  readonly teams: readonly { readonly team: string; readonly groups: TeamGroups }[]
}

/** Notes that somebody's rights may have changed, in the transaction that changes them. */
export async function bumpAccessVersion({ tx, tenant }: TenantScope): Promise<void> {
  await tx
    .update(tenants)
    .set({ accessVersion: sql`${tenants.accessVersion} + 1` })
    .where(eq(tenants.tenant, tenant))
}

export async function readAccessVersion({ tx, tenant }: TenantScope): Promise<number> {
  const [state] = await tx
    .select({ version: tenants.accessVersion })
    .from(tenants)
    .where(eq(tenants.tenant, tenant))
  if (!state) throw new Error(`there is no tenant ${tenant}`)
  return state.version
}

/** The version is read first, so that rows which change in between are read again. */
export async function readAccess({ tx, tenant }: TenantScope): Promise<AccessRows> {
  const version = await readAccessVersion({ tx, tenant })
  const grants = await tx
    .select(grantColumns)
    .from(roleGrants)
    .where(eq(roleGrants.tenant, tenant))
    .orderBy(asc(roleGrants.role), asc(roleGrants.source), asc(roleGrants.value))
  const groups = sql<TeamGroups>`${revisions.body}->'groups'`
  const teams = await tx
    .select({ team: revisions.name, groups })
    .from(revisions)
    .where(
      and(
        holds(revisions, { tenant, kind: 'team', ended: null }),
        sql`jsonb_array_length(${groups}) > 0`,
      ),
    )
    .orderBy(asc(revisions.name))
  return { version, grants, teams }
}

/** What gives somebody rights; null: a token that no person made, which has rights of its own. */
export async function findMemberships(
  { tx, tenant }: TenantScope,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
): Promise<Memberships | null> {
  const maker = tx
    .select({ person: tokens.person })
    .from(tokens)
    .where(and(eq(tokens.tenant, tenant), sql`${tokens.id}::text = ${id}`))
  const [row] = await tx
    .select({ groups: people.groups, roles: people.roles })
    .from(people)
    .where(and(eq(people.tenant, tenant), eq(people.subject, kind === 'person' ? id : maker)))
  return row ?? null
}
