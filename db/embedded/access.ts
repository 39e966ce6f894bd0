// What the embedded server has before the first migration: one database, its owner, and the application's role.
import type { Sql } from 'postgres'

export type EmbeddedSecrets = {
  readonly superuserPassword: string
  readonly ownerPassword: string
  readonly appPassword: string
}

export const DATABASE = 'berth'
export const OWNER_ROLE = 'berth_owner'
export const APP_ROLE = 'berth_app'

/** Creates what is missing, as the superuser. Each step is independent, so the next start completes an interrupted one. */
export async function prepareDatabase(superuser: Sql, secrets: EmbeddedSecrets): Promise<void> {
  await ensureRole(superuser, OWNER_ROLE, secrets.ownerPassword)
  await ensureRole(superuser, APP_ROLE, secrets.appPassword)
  const found = await superuser`select from pg_database where datname = ${DATABASE}`
  if (found.length === 0) {
    await superuser`create database ${superuser(DATABASE)} owner ${superuser(OWNER_ROLE)}`
  }
  await superuser`revoke all on database ${superuser(DATABASE)} from public`
  await superuser`grant connect on database ${superuser(DATABASE)} to ${superuser(APP_ROLE)}`
}

async function ensureRole(superuser: Sql, role: string, password: string): Promise<void> {
  const found = await superuser`select from pg_roles where rolname = ${role}`
  if (found.length > 0) return
  const [statement] = await superuser<{ text: string }[]>`
    select format(
      'create role %I login nosuperuser nocreatedb nocreaterole nobypassrls noinherit password %L',
      ${role}::text, ${password}::text
    ) as text`
  if (statement !== undefined) await superuser.unsafe(statement.text)
}
