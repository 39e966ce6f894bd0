import { sql } from 'drizzle-orm'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Kind, LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { TenantScope } from './scope.ts'

/**
 * The last id that an object of each of some kinds ever had; a kind without any is left out. Revisions are never deleted, so
 * that one more is nobody's, nor was; and no sequence tells a tenant of another's.
 */
export async function readLastIds(
  { tx, tenant }: TenantScope,
  kinds: readonly Kind[],
): Promise<Map<Kind, number>> {
  const lastIds = new Map<Kind, number>()
  for (const kind of kinds) {
    const [row] = await tx.execute<{ object: number }>(sql`
      select object from revisions where tenant = ${tenant} and kind = ${kind}
      order by object desc limit 1`)
    if (row) lastIds.set(kind, row.object)
  }
  return lastIds
}

/** Those of the names that ever were a team's. */
export async function usedTeamNames(
  { tx, tenant }: TenantScope,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await tx.execute<{ name: string }>(sql`
    select distinct name from revisions
    where tenant = ${tenant} and kind = 'team' and name = any(${sql.param(names)}::text[])`)
  return new Set(rows.map(({ name }) => name))
}

export type NewRevision = {
  readonly kind: Kind
  readonly object: number
  readonly team: string | null
  readonly name: string
  readonly body: unknown
}

/** Ends the current revisions of the objects at a change. */
export async function endRevisions(
  { tx, tenant }: TenantScope,
  change: number,
  objects: readonly { readonly kind: Kind; readonly object: number }[],
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(objects, (each) => each.kind)) {
    await tx.execute(sql`
      update revisions set ended = ${change}
      where tenant = ${tenant} and kind = ${kind}
        and object = any(${sql.param(ofKind.map(({ object }) => object))}::int[])
        and ended is null`)
  }
}

/** Begins a revision of each object at a change. */
export async function beginRevisions(
  { tx, tenant }: TenantScope,
  change: number,
  revisions: readonly NewRevision[],
): Promise<void> {
  if (revisions.length === 0) return
  await tx.execute(sql`
    insert into revisions (tenant, kind, object, team, name, began, body)
    select ${tenant}, kind, object, team, name, ${change}, body::jsonb
    from unnest(${sql.param(revisions.map(({ kind }) => kind))}::text[],
      ${sql.param(revisions.map(({ object }) => object))}::int[],
      ${sql.param(revisions.map(({ team }) => team))}::text[],
      ${sql.param(revisions.map(({ name }) => name))}::text[],
      ${sql.param(revisions.map(({ body }) => JSON.stringify(body)))}::text[])
      as fresh(kind, object, team, name, body)`)
}

export type LabelledObject = {
  readonly kind: LabelledKind
  readonly object: number
  /** What selectors see after the change; empty: the object is gone. */
  readonly labels: Labels
}

/** Makes the label rows of each object equal its labels, touching the rows that differ and no others. */
export async function replaceLabels(
  scope: TenantScope,
  change: number,
  objects: readonly LabelledObject[],
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(objects, (each) => each.kind)) {
    await replaceLabelsOfKind(scope, change, kind, ofKind)
  }
}

async function replaceLabelsOfKind(
  { tx, tenant }: TenantScope,
  change: number,
  kind: LabelledObject['kind'],
  objects: readonly LabelledObject[],
): Promise<void> {
  const rows = objects.flatMap(({ object, labels }) =>
    [...labels].map(([key, value]) => ({ object, key, value })),
  )
  const wanted = sql`unnest(${sql.param(rows.map(({ object }) => object))}::int[],
    ${sql.param(rows.map(({ key }) => key))}::text[],
    ${sql.param(rows.map(({ value }) => value))}::text[]) as wanted(object, key, value)`
  const current = sql`l.tenant = ${tenant} and l.kind = ${kind}
    and l.object = any(${sql.param(objects.map(({ object }) => object))}::int[]) and l.ended is null`
  await tx.execute(sql`
    update labels l set ended = ${change} where ${current}
      and (l.object, l.key, l.value) not in (select object, key, value from ${wanted})`)
  await tx.execute(sql`
    insert into labels (tenant, kind, object, key, value, began)
    select ${tenant}, ${kind}, object, key, value, ${change} from ${wanted}
    where (object, key) not in (select l.object, l.key from labels l where ${current})`)
}
