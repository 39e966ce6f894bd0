// What each change edited or moved, by object.
import { sql } from 'drizzle-orm'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { TenantScope } from './scope.ts'

export type ChangeObject = {
  readonly kind: Kind
  readonly id: number
  /** Of its placements. */
  readonly added: number
  readonly removed: number
  readonly changed: number
}

export async function insertChangeObjects(
  { tx, tenant }: TenantScope,
  change: number,
  objects: readonly ChangeObject[],
): Promise<void> {
  if (objects.length === 0) return
  const column = (name: keyof ChangeObject) => sql.param(objects.map((object) => object[name]))
  await tx.execute(sql`
    insert into change_objects (tenant, kind, object, change, added, removed, changed)
    select ${tenant}, kind, object, ${change}, added, removed, changed
    from unnest(${column('kind')}::text[], ${column('id')}::int[], ${column('added')}::int[],
      ${column('removed')}::int[], ${column('changed')}::int[])
      as touched (kind, object, added, removed, changed)`)
}
