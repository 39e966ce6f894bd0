import { sql } from 'drizzle-orm'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import type { TenantScope } from './scope.ts'

/** What an admin said that teams may bring besides what every team may, in the canonical order. */
export type StoredApplicationKinds = {
  readonly kinds: readonly ApplicationKinds[]
  /** One more for every edit. */
  readonly version: number
  readonly updatedAt: Date
  readonly updatedBy: string
}

type Row = {
  kinds: readonly ApplicationKinds[]
  version: number
  updated_at: string
  updated_by: string
}

/** Null: nobody ever said anything. */
export async function readApplicationKinds({
  tx,
  tenant,
}: TenantScope): Promise<StoredApplicationKinds | null> {
  const [row] = await tx.execute<Row>(sql`
    select kinds, version, updated_at, updated_by from application_kinds where tenant = ${tenant}`)
  if (!row) return null
  const { kinds, version, updated_at: updatedAt, updated_by: updatedBy } = row
  return { kinds, version, updatedAt: new Date(updatedAt), updatedBy }
}

export async function writeApplicationKinds(
  { tx, tenant }: TenantScope,
  kinds: readonly ApplicationKinds[],
  updatedBy: string,
): Promise<void> {
  await tx.execute(sql`
    insert into application_kinds as kept (tenant, kinds, updated_by)
    values (${tenant}, ${JSON.stringify(kinds)}::jsonb, ${updatedBy})
    on conflict (tenant) do update set kinds = excluded.kinds, updated_by = excluded.updated_by,
      version = kept.version + 1, updated_at = clock_timestamp()`)
}
