import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Kind, LabelledKind } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import { readRow, readRows } from '../rows.ts'
import { revisions } from '../schema/revision.ts'
import { holds, isAnyOf } from './conditions.ts'
import type { TenantScope } from './scope.ts'

const lastId = z.strictObject({ object: z.int() })
const teamName = z.strictObject({ name: z.string() })

/**
 * The last id that an object of each of some kinds ever had; a kind without any is left out. Revisions are never deleted,
 * so the next number was never used. There is no sequence, because it would reveal other tenants' activity.
 */
export async function readLastIds(
  { tx, tenant }: TenantScope,
  kinds: readonly Kind[],
): Promise<Map<Kind, number>> {
  const lastIds = new Map<Kind, number>()
  for (const kind of kinds) {
    const row = await readRow(tx, lastId)`
      select object from revisions where tenant = ${tenant} and kind = ${kind}
      order by object desc limit 1`
    if (row) lastIds.set(kind, row.object)
  }
  return lastIds
}

/** Those of the names that a team has ever had. */
/** The newest object that ever had this name, though it may be gone; null: none had. */
export async function findEverNamed(
  { tx, tenant }: TenantScope,
  { kind, team, name }: ObjectRef,
): Promise<number | null> {
  const isOfTeam = team === null ? undefined : eq(revisions.team, team)
  const [row] = await tx
    .select({ object: revisions.object })
    .from(revisions)
    .where(and(holds(revisions, { tenant, kind, name }), isOfTeam))
    .orderBy(desc(revisions.object))
    .limit(1)
  return row?.object ?? null
}

export async function usedTeamNames(
  { tx, tenant }: TenantScope,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await readRows(tx, teamName)`
    select distinct name from revisions
    where tenant = ${tenant} and kind = 'team' and name = any(${sql.param(names)}::text[])`
  return new Set(rows.map(({ name }) => name))
}

export type NewRevision = Pick<
  typeof revisions.$inferSelect,
  'kind' | 'object' | 'team' | 'name' | 'body'
>

/** Ends the current revisions of the objects with a change. */
export async function endRevisions(
  { tx, tenant }: TenantScope,
  change: number,
  objects: readonly { readonly kind: Kind; readonly object: number }[],
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(objects, (each) => each.kind)) {
    const ids = ofKind.map(({ object }) => object)
    await tx
      .update(revisions)
      .set({ ended: change })
      .where(and(holds(revisions, { tenant, kind, ended: null }), isAnyOf(revisions.object, ids)))
  }
}

/** Begins a revision of each object at a change. */
export async function beginRevisions(
  { tx, tenant }: TenantScope,
  change: number,
  begun: readonly NewRevision[],
): Promise<void> {
  if (begun.length === 0) return
  await tx.execute(sql`
    insert into revisions (tenant, kind, object, team, name, began, body)
    select ${tenant}, kind, object, team, name, ${change}, body::jsonb
    from unnest(${sql.param(begun.map(({ kind }) => kind))}::text[],
      ${sql.param(begun.map(({ object }) => object))}::int[],
      ${sql.param(begun.map(({ team }) => team))}::text[],
      ${sql.param(begun.map(({ name }) => name))}::text[],
      ${sql.param(begun.map(({ body }) => JSON.stringify(body)))}::text[])
      as fresh(kind, object, team, name, body)`)
}

export type LabelledObject = {
  readonly kind: LabelledKind
  readonly object: number
  /** The labels that selectors see after the change; empty: the object is gone. */
  readonly labels: Labels
}

/** Makes the label rows of each object equal its labels, and writes only the rows that differ. */
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
