import { sql } from 'drizzle-orm'
import type { Labels } from '#lib/domain/labels.ts'
import type { Kind, ObjectRef } from '#lib/domain/objects.ts'
import type { TenantScope } from './scope.ts'

export type CurrentRevision = {
  readonly kind: Kind
  readonly object: number
  readonly team: string | null
  readonly name: string
  readonly began: number
  /** When the change that began it was accepted. */
  readonly since: Date
  readonly body: unknown
}

/** The current revisions of the named objects; those that don't exist are left out. */
export async function readCurrentRevisions(
  { tx, tenant }: TenantScope,
  refs: readonly ObjectRef[],
): Promise<CurrentRevision[]> {
  const rows = await tx.execute<Omit<CurrentRevision, 'since'> & { since: string }>(sql`
    select r.kind, r.object, r.team, r.name, r.began, c.at as since, r.body
    from unnest(${sql.param(refs.map((ref) => ref.kind))}::text[],
      ${sql.param(refs.map((ref) => ref.team))}::text[],
      ${sql.param(refs.map((ref) => ref.name))}::text[]) as wanted(kind, team, name)
    join revisions r on r.tenant = ${tenant} and r.kind = wanted.kind and r.name = wanted.name
      and (r.kind <> 'application' or r.team = wanted.team) and r.ended is null
    join changes c on c.tenant = r.tenant and c.id = r.began`)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** Whether a team of this name was ever deleted; its name is then held. */
export async function teamNameWasUsed({ tx, tenant }: TenantScope, name: string): Promise<boolean> {
  const [row] = await tx.execute(sql`
    select 1 from revisions where tenant = ${tenant} and kind = 'team' and name = ${name} limit 1`)
  return row !== undefined
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
  if (objects.length === 0) return
  await tx.execute(sql`
    update revisions r set ended = ${change}
    from unnest(${sql.param(objects.map(({ kind }) => kind))}::text[],
      ${sql.param(objects.map(({ object }) => object))}::int[]) as gone(kind, object)
    where r.tenant = ${tenant} and r.kind = gone.kind and r.object = gone.object
      and r.ended is null`)
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
  readonly kind: 'cluster' | 'application'
  readonly object: number
  /** What selectors see after the change; empty: the object is gone. */
  readonly labels: Labels
}

/** Makes the label rows of each object equal its labels, touching the rows that differ and no others. */
export async function replaceLabels(
  { tx, tenant }: TenantScope,
  change: number,
  objects: readonly LabelledObject[],
): Promise<void> {
  if (objects.length === 0) return
  const rows = objects.flatMap(({ kind, object, labels }) =>
    [...labels].map(([key, value]) => ({ kind, object, key, value })),
  )
  const wanted = sql`unnest(${sql.param(rows.map(({ kind }) => kind))}::text[],
    ${sql.param(rows.map(({ object }) => object))}::int[],
    ${sql.param(rows.map(({ key }) => key))}::text[],
    ${sql.param(rows.map(({ value }) => value))}::text[]) as wanted(kind, object, key, value)`
  await tx.execute(sql`
    update labels l set ended = ${change}
    from unnest(${sql.param(objects.map(({ kind }) => kind))}::text[],
      ${sql.param(objects.map(({ object }) => object))}::int[]) as edited(kind, object)
    where l.tenant = ${tenant} and l.kind = edited.kind and l.object = edited.object
      and l.ended is null
      and not exists (select 1 from ${wanted} where wanted.kind = l.kind
        and wanted.object = l.object and wanted.key = l.key and wanted.value = l.value)`)
  await tx.execute(sql`
    insert into labels (tenant, kind, object, key, value, began)
    select ${tenant}, kind, object, key, value, ${change} from ${wanted}
    where not exists (select 1 from labels l where l.tenant = ${tenant} and l.kind = wanted.kind
      and l.object = wanted.object and l.key = wanted.key and l.ended is null)`)
}
