// Who may do what in a tenant, as far as the database knows: which groups and app roles give which role.
import { sql } from 'drizzle-orm'
import type { Memberships } from '#lib/domain/access/access.ts'
import type { Actor, TenantRole } from '#lib/domain/access/actor.ts'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { TenantScope } from './scope.ts'

export type RoleGrantRow = {
  readonly id: string
  readonly source: 'group' | 'role'
  readonly value: string
  readonly role: TenantRole
  readonly description: string
}

type TeamGroupsRow = {
  readonly team: string
  readonly groups: readonly { readonly id: string; readonly role: TeamRole }[]
}

export type AccessRows = {
  /** What these rows are valid for. */
  readonly version: number
  readonly grants: readonly RoleGrantRow[]
  readonly teams: readonly TeamGroupsRow[]
}

/** Says that who may do what has perhaps changed, in the transaction that changes it. */
export async function bumpAccessVersion({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(
    sql`update tenants set access_version = access_version + 1 where tenant = ${tenant}`,
  )
}

export async function readAccessVersion({ tx, tenant }: TenantScope): Promise<number> {
  const [state] = await tx.execute<{ version: number }>(
    sql`select access_version as version from tenants where tenant = ${tenant}`,
  )
  if (!state) throw new Error(`there is no tenant ${tenant}`)
  return state.version
}

/** The version is read first: rows that changed since are then asked for again. */
export async function readAccess({ tx, tenant }: TenantScope): Promise<AccessRows> {
  const version = await readAccessVersion({ tx, tenant })
  const grants = await tx.execute<RoleGrantRow>(sql`
    select id, source, value, role, description from role_grants
    where tenant = ${tenant} order by role, source, value`)
  const teams = await tx.execute<TeamGroupsRow>(sql`
    select name as team, body->'groups' as groups from revisions
    where tenant = ${tenant} and kind = 'team' and ended is null
      and jsonb_array_length(body->'groups') > 0
    order by name`)
  return { version, grants: [...grants], teams: [...teams] }
}

/** What gives somebody rights; null: rights of their own, as a token has that no person made. */
export async function findMemberships(
  { tx, tenant }: TenantScope,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
): Promise<Memberships | null> {
  const subject =
    kind === 'person'
      ? sql`${id}`
      : sql`(select person from tokens where tenant = ${tenant} and id::text = ${id})`
  const [row] = await tx.execute<{ groups: string[]; roles: string[] }>(sql`
    select to_json(groups) as groups, to_json(roles) as roles from people
    where tenant = ${tenant} and subject = ${subject}`)
  return row ?? null
}
