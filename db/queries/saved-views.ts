// Views of lists that people and teams keep under names.
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Total } from '#lib/domain/lists/total.ts'
import { revisions } from '../schema/revision.ts'
import { savedViews, whoseView } from '../schema/saved-view.ts'
import { recordedAt } from './clock.ts'
import { holds } from './conditions.ts'
import { countRows, countUpTo } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

type Stored = typeof savedViews.$inferSelect

/** Whose a view is: a principal's, or a team's by its number; the other is null. */
export type ViewOwner = { readonly owner: string | null; readonly teamNumber: number | null }

export type ViewRow = Readonly<Pick<Stored, 'id' | 'list' | 'name' | 'query' | 'isDefault'>> &
  ViewOwner & {
    /** The team by its name; null: it is a principal's, or the team was deleted. */
    readonly team: string | null
  }

export type ViewQuery = {
  readonly principal: string
  /** The teams whose views are listed, too. */
  readonly teams: readonly string[]
  /** Null: of every list. */
  readonly list: string | null
  readonly onlyDefault: boolean
}

export type ViewPosition = { readonly name: string; readonly id: string }

const { id, owner, list, name, query, isDefault } = savedViews
const shown = {
  id,
  owner,
  teamNumber: savedViews.team,
  team: revisions.name,
  list,
  name,
  query,
  isDefault,
}

/** The team that a view is for, as it is now. */
const itsTeam = and(
  eq(revisions.tenant, savedViews.tenant),
  eq(revisions.kind, 'team'),
  eq(revisions.object, savedViews.team),
  isNull(revisions.ended),
)

/** By name. */
export async function listViews(
  scope: TenantScope,
  asked: ViewQuery,
  page: { readonly after: ViewPosition | null; readonly limit: number },
): Promise<ViewRow[]> {
  const { after } = page
  const beyond = after && sql`(${name}, ${id}) > (${after.name}::text, ${after.id}::uuid)`
  return scope.tx
    .select(shown)
    .from(savedViews)
    .leftJoin(revisions, itsTeam)
    .where(and(await matching(scope, asked), beyond ?? undefined))
    .orderBy(asc(name), asc(id))
    .limit(page.limit)
}

export async function countViews(scope: TenantScope, asked: ViewQuery): Promise<Total> {
  return countRows(scope, sql`select from ${savedViews} where ${await matching(scope, asked)}`)
}

async function matching(scope: TenantScope, asked: ViewQuery): Promise<SQL> {
  const owners = [asked.principal, ...(await teamNumbers(scope, asked.teams))]
  return and(
    eq(savedViews.tenant, scope.tenant),
    sql`${whoseView(savedViews)} = any(${sql.param(owners)}::text[])`,
    asked.list === null ? undefined : eq(list, asked.list),
    asked.onlyDefault ? eq(isDefault, true) : undefined,
  )!
}

async function teamNumbers(
  { tx, tenant }: TenantScope,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return []
  const rows = await tx
    .select({ number: sql<string>`${revisions.object}::text` })
    .from(revisions)
    .where(
      and(
        holds(revisions, { tenant, kind: 'team', ended: null }),
        sql`${revisions.name} = any(${sql.param(names)}::text[])`,
      ),
    )
  return rows.map(({ number }) => number)
}

/** Null: there is none with the id. */
export async function findView({ tx, tenant }: TenantScope, id: string): Promise<ViewRow | null> {
  const [row] = await tx
    .select(shown)
    .from(savedViews)
    .leftJoin(revisions, itsTeam)
    .where(holds(savedViews, { tenant, id }))
  return row ?? null
}

/** How many somebody or a team has of all lists, up to a limit. */
export function countViewsOf(scope: TenantScope, whose: ViewOwner, limit: number): Promise<number> {
  const { tenant } = scope
  const ofOwner = and(eq(savedViews.tenant, tenant), isOf(whose))
  return countUpTo(scope, sql`select from ${savedViews} where ${ofOwner}`, limit)
}

function isOf({ owner, teamNumber }: ViewOwner): SQL {
  return eq(whoseView(savedViews), owner ?? String(teamNumber))
}

type NewRow = Pick<Stored, 'list' | 'name' | 'query' | 'isDefault' | 'createdBy'>

/** Answers the id; null: there is one of the name. */
export async function insertView(
  { tx, tenant }: TenantScope,
  { owner, teamNumber }: ViewOwner,
  view: NewRow,
): Promise<string | null> {
  const [row] = await tx
    .insert(savedViews)
    .values({ ...view, tenant, owner, team: teamNumber, createdAt: recordedAt })
    .onConflictDoNothing()
    .returning({ id: savedViews.id })
  return row?.id ?? null
}

/** Makes room for another default of a list. */
export async function clearDefault(
  { tx, tenant }: TenantScope,
  whose: ViewOwner,
  list: string,
): Promise<void> {
  await tx
    .update(savedViews)
    .set({ isDefault: false })
    .where(and(holds(savedViews, { tenant, list, isDefault: true }), isOf(whose)))
}

/** Whether another view of the same owner and list has the name. */
export async function isNameTaken({ tx, tenant }: TenantScope, view: ViewRow): Promise<boolean> {
  const [taken] = await tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        holds(savedViews, { tenant, list: view.list, name: view.name }),
        isOf(view),
        ne(savedViews.id, view.id),
      ),
    )
  return taken !== undefined
}

export async function updateView(
  { tx, tenant }: TenantScope,
  id: string,
  view: Pick<Stored, 'name' | 'query' | 'isDefault'>,
): Promise<void> {
  await tx.update(savedViews).set(view).where(holds(savedViews, { tenant, id }))
}

export async function deleteView({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.delete(savedViews).where(holds(savedViews, { tenant, id }))
}
